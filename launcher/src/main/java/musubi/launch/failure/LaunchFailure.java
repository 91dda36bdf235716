package musubi.launch.failure;

/** The job cannot be started; the message says why and what to do, the exit code is mpiexec's. */
public final class LaunchFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    private LaunchFailure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** The command line is wrong. */
    public static LaunchFailure usage(String message) {
        return new LaunchFailure(ExitCode.USAGE, message, null);
    }

    /** The program or the machine is not fit. */
    public static LaunchFailure of(String message, Throwable cause) {
        return new LaunchFailure(ExitCode.FAILURE, message, cause);
    }

    /** A program that is not there, with the code that a shell would give. */
    public static LaunchFailure notFound(String message) {
        return new LaunchFailure(ExitCode.NOT_FOUND, message, null);
    }

    /** What happened elsewhere, with the code that mpiexec is to end with. */
    public static LaunchFailure withCode(int exitCode, String message) {
        return new LaunchFailure(exitCode, message, null);
    }

    public int exitCode() {
        return exitCode;
    }
}
