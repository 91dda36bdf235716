/**
 * Processes of ranks on one machine.
 *
 * <ul>
 *   <li>start: {@link musubi.launch.process.RankStarter}, as processes by {@link
 *       musubi.launch.process.ProcessStarter} or as shared JVMs by {@link
 *       musubi.launch.process.PvasStarter} (with SharedJvmPrograms, NodePipes, RankExitReader),
 *       from a {@link musubi.launch.process.StartContext}
 *   <li>commands: {@link musubi.launch.process.JavaCommand}, {@link
 *       musubi.launch.process.NativeRank}, {@link musubi.launch.process.RankEnvironment}, {@link
 *       musubi.launch.process.RemoteEnvironment}
 *   <li>processors: {@link musubi.launch.process.Binding}; memory: {@link
 *       musubi.launch.process.MachineMemory}, {@link musubi.launch.process.MemoryShare}
 *   <li>running: {@link musubi.launch.process.RankProcess}, {@link
 *       musubi.launch.process.LocalRanks} (with WatchedRanks), {@link
 *       musubi.launch.process.Watcher}
 * </ul>
 */
package musubi.launch.process;
