package musubi.verbs;

/** Arithmetic on 24-bit packet sequence numbers, which wrap. */
final class Psn {
    static final int MASK = 0xFFFFFF;

    private Psn() {}

    /** The number after this one. */
    static int next(int psn) {
        return (psn + 1) & MASK;
    }

    /** The number before this one. */
    static int previous(int psn) {
        return (psn - 1) & MASK;
    }

    /** How far {@code to} lies ahead of {@code from}; negative if behind. */
    static int distance(int from, int to) {
        return ((to - from) << 8) >> 8;
    }
}
