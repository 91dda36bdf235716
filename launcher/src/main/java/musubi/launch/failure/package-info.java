/** Failures of a launch ({@link musubi.launch.failure.LaunchFailure}) and mpiexec's exit codes. */
package musubi.launch.failure;
