package musubi.error;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The descriptors of this process: their limit, and what to say when none is free. */
public final class Descriptors {
    /** What the system says when the process, or the system, has no more (EMFILE, ENFILE). */
    public static final String NONE = "Too many open files";

    /** How Netty and the JDK's loader of libraries print these errors. */
    private static final List<String> TEXTS =
            List.of(NONE, "error(-24)", "error(-23)", "error=24,", "error=23,");

    /** The part of the descriptors that unauthenticated connections may have: an eighth. */
    private static final int UNAUTHENTICATED_PART = 8;

    private static final int LEAST_UNAUTHENTICATED = 4;

    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max open files";
    private static final long LIMIT = read();

    private Descriptors() {}

    /**
     * RLIMIT_NOFILE, which the JVM raises to the hard limit; Long.MAX_VALUE where unknown. Read by
     * the first call, for which there must be a descriptor.
     */
    public static long limit() {
        return LIMIT;
    }

    /**
     * The number of unauthenticated connections that leaves most descriptors to the program.
     *
     * @param descriptors number of descriptors that it has
     * @param most upper limit
     */
    public static int unauthenticated(long descriptors, int most) {
        return Math.clamp(descriptors / UNAUTHENTICATED_PART, LEAST_UNAUTHENTICATED, most);
    }

    /** Whether a call failed because no descriptor was free. */
    public static boolean areExhausted(Throwable failure) {
        return failure != null
                && (isShortage(failure.getMessage())
                        || areExhausted(failure.getCause())
                        || Arrays.stream(failure.getSuppressed())
                                .anyMatch(Descriptors::areExhausted));
    }

    /** Whether a text is about a shortage of descriptors. */
    public static boolean isShortage(String text) {
        return text != null && TEXTS.stream().anyMatch(text::contains);
    }

    /** What the message of a failure for want of a descriptor ends with. */
    public static String advice() {
        String limit = LIMIT == Long.MAX_VALUE ? "" : ", limit=" + LIMIT;
        return "all file descriptors of the process are open"
                + limit
                + ": close files, or raise the limit (ulimit -n)";
    }

    /** A failure as text, with the advice when no descriptor was free. */
    public static String describe(Throwable failure) {
        return areExhausted(failure) ? NONE + "; " + advice() : failure.toString();
    }

    private static long read() {
        try {
            String limits = Files.readString(LIMITS);
            int line = limits.indexOf(LINE);
            String values = limits.substring(line + LINE.length()).strip();
            return Long.parseLong(values.substring(0, values.indexOf(' ')));
        } catch (IOException | NumberFormatException e) {
            // Another system than Linux, or unlimited.
            return Long.MAX_VALUE;
        }
    }
}
