/**
 * The commands {@link musubi.launch.Mpiexec}, mpjrun and mpijavac, and the launch of a job. {@code
 * Launch} runs a {@link musubi.launch.plan.LaunchPlan}; {@code RecordedJob} and {@code
 * ReplayCommand} implement journals; {@code TransportCheck} and {@code CostTableDistribution} check
 * settings with the classes of the ranks before anything starts.
 *
 * <p>Packages, lowest first; each uses only packages above it:
 *
 * <ul>
 *   <li>{@link musubi.launch.failure}: exit codes and failures
 *   <li>{@link musubi.launch.link}: frames and links between mpiexec and node proxies
 *   <li>{@link musubi.launch.options}: options on the command line
 *   <li>{@link musubi.launch.hosts}: hosts and placement of ranks
 *   <li>{@link musubi.launch.plan}: the plan of a launch
 *   <li>{@link musubi.launch.output}: output of ranks
 *   <li>{@link musubi.launch.job}: supervision of a running job
 *   <li>{@link musubi.launch.pmi}: the PMI server
 *   <li>{@link musubi.launch.program}: programs and the installation
 *   <li>{@link musubi.launch.training}: AOT caches of programs
 *   <li>{@link musubi.launch.process}: processes of ranks on one machine
 *   <li>{@link musubi.launch.proxy}: jobs on several hosts
 * </ul>
 */
package musubi.launch;
