package musubi.adi;

/**
 * An atomic operation on 8 bytes of a peer's memory, which are aligned there and behind the key.
 * The transport owns the object from the first call of {@link RdmaMemory#tryAtomic} until it is
 * accepted. Thread rule: the thread that may call the transport.
 */
public final class RemoteAtomic {
    private final long remoteKey;
    private final long offset;
    private final boolean swaps;
    private final long operand;
    private final long desired;
    private State state = State.NEW;
    private long before;

    /** How far it is. */
    public enum State {
        /** Not passed to a transport yet. */
        NEW,
        /** The adapter executes it, or will. */
        BEGUN,
        /** Executed; {@link RemoteAtomic#before} is valid. */
        DONE,
        /** Not executed: the key or the range is invalid. */
        REFUSED,
        /** The peer is gone. */
        LOST
    }

    private RemoteAtomic(long key, long offset, boolean swaps, long operand, long desired) {
        remoteKey = key;
        this.offset = offset;
        this.swaps = swaps;
        this.operand = operand;
        this.desired = desired;
    }

    /**
     * An addition.
     *
     * @param key of {@link RemoteMemory#remoteKey}
     * @param offset behind the key, in bytes
     */
    public static RemoteAtomic add(long key, long offset, long value) {
        return new RemoteAtomic(key, offset, false, value, 0);
    }

    /** A replacement of an expected value; the place is that of {@link #add}. */
    public static RemoteAtomic compareAndSwap(long key, long offset, long expected, long desired) {
        return new RemoteAtomic(key, offset, true, expected, desired);
    }

    /** The key of the memory. */
    public long remoteKey() {
        return remoteKey;
    }

    /** The place behind the key, in bytes. */
    public long offset() {
        return offset;
    }

    /** Whether it compares and swaps, rather than adds. */
    public boolean swaps() {
        return swaps;
    }

    /** What is added, or expected. */
    public long operand() {
        return operand;
    }

    /** What replaces the expected value; 0 for an addition. */
    public long desired() {
        return desired;
    }

    /** How far it is. */
    public State state() {
        return state;
    }

    /** Set by the transport. */
    public void enter(State next) {
        state = next;
    }

    /** Set by the transport: executed, with the value before. */
    public void finish(long valueBefore) {
        before = valueBefore;
        state = State.DONE;
    }

    /** The value before the operation. */
    public long before() {
        return before;
    }
}
