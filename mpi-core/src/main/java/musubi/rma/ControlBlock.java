package musubi.rma;

/**
 * What a window has at each target beside its memory, in memory of the same kind. The two words are
 * on different cache lines.
 *
 * <pre>
 *   0                   64                   128
 *   | lock of the window | lock of updates    |
 * </pre>
 */
final class ControlBlock {
    /** The {@link LockWord}. */
    static final long LOCK = 0;

    /** The {@link SpinLock} of updates that are no atomic instructions. */
    static final long UPDATES = 64;

    static final long BYTES = 128;

    private ControlBlock() {}
}
