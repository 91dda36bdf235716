/** A deterministic simulator that executes the schedules of all ranks on a modelled network. */
package musubi.simulator;
