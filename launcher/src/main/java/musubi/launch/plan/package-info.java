/**
 * The plan of a launch. {@link musubi.launch.plan.CommandLineParser} (for mpiexec) and {@link
 * musubi.launch.plan.MpjCommandLine} (for mpjrun) produce a {@link musubi.launch.plan.LaunchPlan};
 * {@link musubi.launch.plan.EnvironmentOptions}, {@link musubi.launch.plan.JournalOptions} and
 * {@link musubi.launch.plan.TorusShape} evaluate groups of options.
 */
package musubi.launch.plan;
