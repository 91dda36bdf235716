/**
 * {@code musubi shell}: a prompt of Java whose snippets run on all ranks of a job in this JVM.
 *
 * <ul>
 *   <li>{@link musubi.shell.Shell} reads input, and prints answers
 *   <li>RankFanOut is the execution engine of JShell: it loads snippets into all ranks and runs
 *       them on those that are addressed, each by a SnippetLoader; Answers has the results
 * </ul>
 */
package musubi.shell;
