/** The job of one mpiexec: its events, directory, records and end. */
package musubi.launch.job;
