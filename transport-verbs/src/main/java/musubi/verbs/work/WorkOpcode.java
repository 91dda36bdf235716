package musubi.verbs.work;

/** What a send work request does. Verbs: {@code enum ibv_wr_opcode}. */
public enum WorkOpcode {
    /** A message into a buffer that the peer posted. */
    SEND(CompletionOpcode.SEND),
    /** The same with 32 bits for the peer's completion. */
    SEND_WITH_IMMEDIATE(CompletionOpcode.SEND),
    /** Writes bytes to the peer's memory without a completion there. */
    RDMA_WRITE(CompletionOpcode.RDMA_WRITE),
    /** Writes, and completes one posted receive of the peer with 32 bits of immediate data. */
    RDMA_WRITE_WITH_IMMEDIATE(CompletionOpcode.RDMA_WRITE),
    /** Bytes from the peer's memory. */
    RDMA_READ(CompletionOpcode.RDMA_READ),
    /** Compares and swaps 8 bytes in the peer's memory and returns the old value. */
    COMPARE_AND_SWAP(CompletionOpcode.COMPARE_AND_SWAP),
    /** Adds to 8 bytes in the peer's memory and returns the old value. */
    FETCH_AND_ADD(CompletionOpcode.FETCH_AND_ADD);

    private final CompletionOpcode completion;

    WorkOpcode(CompletionOpcode completion) {
        this.completion = completion;
    }

    /** The opcode of the completion of such a request. */
    public CompletionOpcode completion() {
        return completion;
    }

    /** Whether the operation returns data, and so counts against {@code MAX_RD_ATOMIC}. */
    public boolean returnsData() {
        return this == RDMA_READ || isAtomic();
    }

    /** Whether the operation is an 8-byte atomic. */
    public boolean isAtomic() {
        return this == COMPARE_AND_SWAP || this == FETCH_AND_ADD;
    }
}
