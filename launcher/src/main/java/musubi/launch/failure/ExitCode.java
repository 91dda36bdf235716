package musubi.launch.failure;

import musubi.bootstrap.ExitStatus;

/**
 * The exit codes of mpiexec. A job's code is that of the lowest rank among those that failed by
 * themselves; ranks that mpiexec ended do not count.
 */
public final class ExitCode {
    public static final int FAILURE = 1;
    public static final int USAGE = 2;
    public static final int TIME_LIMIT = 124;
    public static final int DEADLOCK = ExitStatus.DEADLOCK;
    public static final int NOT_FOUND = 127;
    static final int SIGNAL_BASE = 128;

    /** That of ranks ended by SIGKILL. */
    public static final int KILLED = 137;

    /** What a shell reports for a program whose reader went away (SIGPIPE). */
    public static final int OUTPUT_CLOSED = 141;

    private static final String[] SIGNAL_NAMES = {
        "0", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
        "USR2", "PIPE", "ALRM", "TERM",
    };

    private ExitCode() {}

    /**
     * How ranks with this exit code ended, to follow their names in a sentence.
     *
     * @param ranks how many
     */
    public static String describe(int code, int ranks) {
        int signal = code - SIGNAL_BASE;
        if (signal > 0 && signal < SIGNAL_NAMES.length) {
            return (ranks == 1 ? "was" : "were")
                    + " ended by signal "
                    + signal
                    + " (SIG"
                    + SIGNAL_NAMES[signal]
                    + ")";
        }
        return "ended with exit code " + code;
    }

    /** The exit code of mpiexec itself when this signal ended the job. */
    public static int ofSignal(String name) {
        for (int i = 0; i < SIGNAL_NAMES.length; i++) {
            if (SIGNAL_NAMES[i].equals(name)) {
                return SIGNAL_BASE + i;
            }
        }
        return FAILURE;
    }
}
