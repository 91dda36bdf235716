/**
 * The process manager of one machine. {@link musubi.launch.Mpiexec} reads the command line into a
 * {@link musubi.launch.plan.LaunchPlan}, {@link musubi.launch.job.JobSupervisor} carries it out.
 */
package musubi.launch;
