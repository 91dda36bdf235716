package musubi.launch.failure;

import musubi.bootstrap.ExitStatus;

import java.util.Arrays;

/**
 * The exit codes of mpiexec. The code of a job is that of its lowest failed rank; ranks that
 * mpiexec terminated do not count.
 */
public final class ExitCode {
    public static final int FAILURE = 1;
    public static final int USAGE = 2;
    public static final int TIME_LIMIT = 124;
    public static final int DEADLOCK = ExitStatus.DEADLOCK;
    public static final int NOT_FOUND = 127;
    static final int SIGNAL_BASE = 128;

    /** Ranks terminated by SIGKILL. */
    public static final int KILLED = 137;

    /** The reader of the output is gone: the code of a shell for SIGPIPE. */
    public static final int OUTPUT_CLOSED = 141;

    private static final String[] SIGNAL_NAMES = {
        "0", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
        "USR2", "PIPE", "ALRM", "TERM",
    };

    private ExitCode() {}

    /**
     * The end of ranks with this exit code, as the predicate of a sentence.
     *
     * @param ranks the number of ranks, for singular or plural
     */
    public static String describe(int code, int ranks) {
        int signal = code - SIGNAL_BASE;
        if (signal > 0 && signal < SIGNAL_NAMES.length) {
            String verb = ranks == 1 ? "was" : "were";
            return "%s ended by signal %d (SIG%s)".formatted(verb, signal, SIGNAL_NAMES[signal]);
        }
        return "ended with exit code " + code;
    }

    /** The exit code of mpiexec after this signal terminated the job; the name without SIG. */
    public static int ofSignal(String name) {
        int number = Arrays.asList(SIGNAL_NAMES).indexOf(name);
        return number < 0 ? FAILURE : SIGNAL_BASE + number;
    }
}
