/**
 * AOT caches of users' programs, made by {@code mpiexec --train} and used by later runs.
 *
 * <ul>
 *   <li>a program and its class path: {@link musubi.launch.training.TrainedProgram}, {@link
 *       musubi.launch.training.ClassPath}, {@link musubi.launch.training.ClassFolder}
 *   <li>what a cache is valid for: {@link musubi.launch.training.Stamp}
 *   <li>the caches of a user: {@link musubi.launch.training.ProgramFolder}, {@link
 *       musubi.launch.training.ProgramList}
 *   <li>a job: {@link musubi.launch.training.ProgramCaches} finds caches, or makes one by a {@link
 *       musubi.launch.training.CacheRecording}; both result in a {@link
 *       musubi.launch.training.RankCache}
 * </ul>
 */
package musubi.launch.training;
