/**
 * PVAS node: the ranks of a node in one JVM, each with classes, streams, properties and an end of
 * its own, like a process (docs/pvas.md).
 *
 * <ul>
 *   <li>the JVM: {@link musubi.pvas.Node} with a {@link musubi.pvas.NodePlan} from mpiexec;
 *       ThreadBinding, RoutedOutput
 *   <li>a rank: {@link musubi.pvas.PvasProcess} with {@link musubi.pvas.StandardStreams},
 *       RankThreads, {@link musubi.pvas.ShutdownHooks}, MainMethod, {@link
 *       musubi.pvas.ExitUnwinding}
 *   <li>its classes: {@link musubi.pvas.RankLoader}, {@link musubi.pvas.ClassStore}, ClassPath;
 *       ClassRewriter replaces calls by the table Redirections with {@link
 *       musubi.pvas.ProcessCalls}
 * </ul>
 */
package musubi.pvas;
