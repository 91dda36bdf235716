/**
 * The process manager of one machine. {@link musubi.launch.Mpiexec} reads the command line into a
 * {@link musubi.launch.LaunchPlan}, {@link musubi.launch.Job} carries it out.
 */
package musubi.launch;
