package musubi.verbs.state;

import musubi.verbs.memory.AccessFlag;
import musubi.verbs.wire.Psn;

/**
 * An attribute of a queue pair and the values that it may have. Verbs: the fields of {@code struct
 * ibv_qp_attr} that a reliable connection uses.
 */
public enum QpAttribute {
    /** Index in the partition key table; there is one entry. */
    PKEY_INDEX(0, 0),
    /** Port of the adapter; there is one. */
    PORT(1, 1),
    /** What the peer may do: bits of {@link AccessFlag}. */
    ACCESS_FLAGS(0, AccessFlag.allBits()),
    /**
     * Local identifier of the peer's adapter, the part of the address vector that is used. Wider
     * than InfiniBand's 16 bits, so that no global routing is needed beside it; the highest one is
     * that of no queue pair, as there.
     */
    DEST_LID(1, Integer.MAX_VALUE - 1),
    /** Path MTU in bytes, a power of two. */
    PATH_MTU(256, 4096),
    /** Number of the peer's queue pair. */
    DEST_QPN(0, Psn.MASK),
    /** First packet number expected from the peer. */
    RQ_PSN(0, Psn.MASK),
    /** Reads and atomics of the peer that may be under way at once. */
    MAX_DEST_RD_ATOMIC(0, 16),
    /**
     * Code of the shortest wait requested of a peer when no receive is posted: {@link
     * musubi.verbs.adapter.RnrTimer}.
     */
    MIN_RNR_TIMER(0, 31),
    /** First packet number sent. */
    SQ_PSN(0, Psn.MASK),
    /** Reads and atomics that may be under way to the peer at once. */
    MAX_RD_ATOMIC(0, 16),
    /** Retransmissions before {@link musubi.verbs.work.CompletionStatus#RETRY_EXC_ERR}. */
    RETRY_COUNT(0, 7),
    /**
     * Attempts more before {@link musubi.verbs.work.CompletionStatus#RNR_RETRY_EXC_ERR}; 7 is
     * without end.
     */
    RNR_RETRY(0, 7),
    /** Wait for an answer: 4.096 µs times 2 to this power; 0 is without end. */
    TIMEOUT(0, 31);

    public static final int RNR_TIMER_MASK = 31;

    private final int least;
    private final int most;

    QpAttribute(int least, int most) {
        this.least = least;
        this.most = most;
    }

    /** Whether the value is allowed. */
    boolean allows(int value) {
        boolean inRange = value >= least && value <= most;
        return inRange && (this != PATH_MTU || Integer.bitCount(value) == 1);
    }

    /** The allowed values, for an error message. */
    String allowed() {
        String range = least + ".." + most;
        return this == PATH_MTU ? range + ", a power of two" : range;
    }
}
