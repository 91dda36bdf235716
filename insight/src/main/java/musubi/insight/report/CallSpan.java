package musubi.insight.report;

import java.util.Locale;
import java.util.function.LongUnaryOperator;

/**
 * A call of an MPI method. Immutable.
 *
 * @param name for example {@code Comm.recv}
 * @param place source line of the program
 * @param beginNs start, by the common clock
 * @param endNs end, by the common clock
 * @param peer world rank of the peer of its message; -1 for none
 * @param bytes of its message
 */
record CallSpan(String name, String place, long beginNs, long endNs, int peer, long bytes) {

    long durationNs() {
        return endNs - beginNs;
    }

    /** Whether the call is active at a time. */
    boolean covers(long ns) {
        return beginNs <= ns && ns <= endNs;
    }

    /** Whether the call blocks until a message arrives. */
    boolean awaitsMessage() {
        String method = method();
        return method.contains("wait")
                || method.startsWith("recv")
                || method.startsWith("mrecv")
                || method.startsWith("sendrecv")
                || method.startsWith("probe")
                || method.startsWith("mprobe");
    }

    /** Whether the call blocks until a message is sent. */
    boolean awaitsReceiver() {
        String method = method();
        return method.contains("wait")
                || method.endsWith("send") && !method.startsWith("i") && !method.startsWith("b")
                || method.startsWith("sendrecv");
    }

    /** Method name in either dialect, for example {@code sendrecv}. */
    private String method() {
        return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    /** This with its times converted to another clock. */
    CallSpan withClock(LongUnaryOperator clock) {
        return new CallSpan(
                name, place, clock.applyAsLong(beginNs), clock.applyAsLong(endNs), peer, bytes);
    }
}
