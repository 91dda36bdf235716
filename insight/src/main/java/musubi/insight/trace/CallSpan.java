package musubi.insight.trace;

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
public record CallSpan(String name, String place, long beginNs, long endNs, int peer, long bytes) {

    public long durationNs() {
        return endNs - beginNs;
    }

    /** Whether the call is active at a time. */
    public boolean covers(long ns) {
        return beginNs <= ns && ns <= endNs;
    }

    /** What it waits for. */
    public CallFamily family() {
        return CallFamily.of(name);
    }

    /** This with its times converted to another clock. */
    public CallSpan withClock(LongUnaryOperator clock) {
        return new CallSpan(
                name, place, clock.applyAsLong(beginNs), clock.applyAsLong(endNs), peer, bytes);
    }
}
