/**
 * A running job: {@link musubi.launch.job.JobSupervisor} reacts to each {@link
 * musubi.launch.job.JobEvent}, controls the ranks through {@link musubi.launch.job.JobRanks} and
 * reads their PMI state from {@link musubi.launch.job.RankStates}. {@link
 * musubi.launch.job.JobDirectory}, {@link musubi.launch.job.JobRecords} and {@link
 * musubi.launch.job.JobSecret} are what a job owns; {@link musubi.launch.job.Signals} and {@link
 * musubi.launch.job.ThreadDumps} act on the request of the user.
 */
package musubi.launch.job;
