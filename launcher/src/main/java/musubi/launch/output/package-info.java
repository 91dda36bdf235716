/**
 * Output of the ranks: {@link musubi.launch.output.OutputForwarder} reads a stream of a rank,
 * {@link musubi.launch.output.OutputSink} is a stream of mpiexec, {@link
 * musubi.launch.output.LineSink} the interface between them, which node proxies implement with
 * frames.
 */
package musubi.launch.output;
