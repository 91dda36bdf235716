/**
 * Options on the command line: those of mpiexec ({@link musubi.launch.options.Option}), of mpjrun
 * ({@link musubi.launch.options.MpjOption}) and of the JVM ({@link
 * musubi.launch.options.JvmOptions}). {@link musubi.launch.options.CommandLinePart} parses the
 * arguments between two colons into {@link musubi.launch.options.ParsedOptions} and a program;
 * {@link musubi.launch.options.ArgumentFile} reads files of arguments.
 */
package musubi.launch.options;
