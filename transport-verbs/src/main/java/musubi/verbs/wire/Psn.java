package musubi.verbs.wire;

/** Arithmetic on 24-bit packet sequence numbers, which wrap. */
public final class Psn {
    public static final int MASK = 0xFFFFFF;

    private Psn() {}

    /** The number after this one. */
    public static int next(int psn) {
        return (psn + 1) & MASK;
    }

    /** The number before this one. */
    public static int previous(int psn) {
        return (psn - 1) & MASK;
    }

    /** How far {@code to} lies ahead of {@code from}; negative if behind. */
    public static int distance(int from, int to) {
        return ((to - from) << 8) >> 8;
    }
}
