/**
 * Programs of a job. {@link musubi.launch.program.ProgramResolver} determines what an argument is
 * ({@link musubi.launch.program.SourceProgram}, {@link musubi.launch.program.JarProgram}, a class
 * by {@link musubi.launch.program.ClassSearch}, or {@link musubi.launch.program.MissingProgram})
 * and returns a {@link musubi.launch.program.RankProgram}; {@link
 * musubi.launch.program.Installation} has the files of Musubi, {@link
 * musubi.launch.program.ProgramFingerprint} checksums for replays.
 */
package musubi.launch.program;
