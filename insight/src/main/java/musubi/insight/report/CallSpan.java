package musubi.insight.report;

import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * A call of MPI. Immutable.
 *
 * @param name for example {@code Comm.recv}
 * @param place the line of the program
 * @param beginNs when, by the common clock
 * @param endNs when, by the common clock
 * @param peer world rank of the message that it is about; -1 for none
 * @param bytes of it
 */
record CallSpan(String name, String place, long beginNs, long endNs, int peer, long bytes) {

    long durationNs() {
        return endNs - beginNs;
    }

    /** Whether it is at work at this time. */
    boolean covers(long ns) {
        return beginNs <= ns && ns <= endNs;
    }

    /** Whether it returns when a message has come, and not before. */
    boolean awaitsMessage() {
        String method = method();
        return method.contains("wait")
                || method.startsWith("recv")
                || method.startsWith("mrecv")
                || method.startsWith("sendrecv")
                || method.startsWith("probe")
                || method.startsWith("mprobe");
    }

    /** Whether it returns when a message has gone, and not before. */
    boolean awaitsReceiver() {
        String method = method();
        return method.contains("wait")
                || method.endsWith("send") && !method.startsWith("i") && !method.startsWith("b")
                || method.startsWith("sendrecv");
    }

    /** In both dialects, for example {@code sendrecv}. */
    private String method() {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** The same by another clock. */
    CallSpan withClock(LongUnaryOperator clock) {
        return new CallSpan(
                name, place, clock.applyAsLong(beginNs), clock.applyAsLong(endNs), peer, bytes);
    }
}
