package musubi.launch.failure;

import musubi.error.Descriptors;

/**
 * A job that cannot be started. The message states the cause and the remedy; the exit code is that
 * of mpiexec.
 *
 * <p>The message is built where the failure is thrown, as that of {@code MpiFailure}:
 *
 * <pre>{@code
 * throw LaunchFailure.usage("no such device").with("-dev", name).advice("choose niodev");
 * }</pre>
 */
public final class LaunchFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    /** As in {@code MpiFailure}. */
    private final boolean lacksDescriptors;

    private String message;
    private boolean hasValues;

    private LaunchFailure(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
        this.message = message;
        lacksDescriptors = Descriptors.areExhausted(cause);
    }

    /** A wrong command line. */
    public static LaunchFailure usage(String message) {
        return new LaunchFailure(ExitCode.USAGE, message, null);
    }

    /** A program or machine that cannot run the job. */
    public static LaunchFailure of(String message) {
        return new LaunchFailure(ExitCode.FAILURE, message, null);
    }

    /** As {@link #of(String)}, with the exception that caused it. */
    public static LaunchFailure of(String message, Throwable cause) {
        return new LaunchFailure(ExitCode.FAILURE, message, cause);
    }

    /** A missing program, with the exit code of a shell. */
    public static LaunchFailure notFound(String message) {
        return new LaunchFailure(ExitCode.NOT_FOUND, message, null);
    }

    /** A failure on another host, with the exit code for mpiexec. */
    public static LaunchFailure withCode(int exitCode, String message) {
        return new LaunchFailure(exitCode, message, null);
    }

    /**
     * Appends a value to the message as {@code name=value}.
     *
     * @return this failure
     */
    public LaunchFailure with(String name, Object value) {
        message += (hasValues ? " " : ": ") + name + "=" + value;
        hasValues = true;
        return this;
    }

    /**
     * Appends the remedy; the last part of the message.
     *
     * @return this failure
     */
    public LaunchFailure advice(String text) {
        message += lacksDescriptors ? "" : "; " + text;
        return this;
    }

    /** The failure, the values, and the remedy. */
    @Override
    public String getMessage() {
        return lacksDescriptors ? message + "; " + Descriptors.advice() : message;
    }

    /** The exit code of mpiexec. */
    public int exitCode() {
        return exitCode;
    }
}
