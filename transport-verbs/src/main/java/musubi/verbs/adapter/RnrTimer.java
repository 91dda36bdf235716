package musubi.verbs.adapter;

/**
 * Wait of a requester after "receiver not ready", by the 5-bit code on the wire. Code 1 is 10 µs;
 * from there two codes double the wait; code 0 is the longest, 655.36 ms.
 */
final class RnrTimer {
    private static final int LONGEST = 32;

    private RnrTimer() {}

    /** The wait in nanoseconds for a code of 0 to 31. */
    static long nanos(int code) {
        int step = code == 0 ? LONGEST : code;
        if (step == 1) {
            return 10_000L;
        }
        boolean even = (step & 1) == 0;
        return even ? 10_000L << step / 2 : 30_000L << (step - 3) / 2;
    }
}
