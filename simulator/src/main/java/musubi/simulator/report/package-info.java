/** The findings of the study of collectives on Fugaku, each beside what the simulator says. */
package musubi.simulator.report;
