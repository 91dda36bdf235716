/** Executes the schedules of all ranks on a modelled network, event by event. */
package musubi.simulator.execution;
