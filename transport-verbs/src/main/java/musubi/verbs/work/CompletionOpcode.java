package musubi.verbs.work;

/** What a completed work request did. Verbs: {@code enum ibv_wc_opcode}. */
public enum CompletionOpcode {
    /** A send left. */
    SEND,
    /** A write is in the peer's memory. */
    RDMA_WRITE,
    /** A read's data is here. */
    RDMA_READ,
    /** A compare-and-swap's old value is here. */
    COMPARE_AND_SWAP,
    /** A fetch-and-add's old value is here. */
    FETCH_AND_ADD,
    /** A message is in a posted buffer. */
    RECEIVE,
    /** The peer wrote with immediate; the posted buffer is untouched. */
    RECEIVE_RDMA_WITH_IMMEDIATE,
    /** Not valid, because the status is an error. */
    INVALID
}
