package musubi.verbs.work;

/** How a work request ended. Verbs: {@code enum ibv_wc_status}, with the same codes. */
public enum CompletionStatus {
    /** Done. */
    SUCCESS(0),
    /**
     * Receive: the message is longer than the buffer. Send: longer than the adapter's limit, or an
     * atomic whose result buffer is not 8 bytes.
     */
    LOC_LEN_ERR(1),
    /** A read or atomic on a queue pair with {@code MAX_RD_ATOMIC} of 0. */
    LOC_QP_OP_ERR(2),
    /** A local key is wrong, belongs to another domain, lacks a right, or the range is outside. */
    LOC_PROT_ERR(4),
    /**
     * The queue pair was in, or went to, {@link musubi.verbs.state.QpState#ERR} before the request
     * ran.
     */
    WR_FLUSH_ERR(5),
    /** The peer's answer does not fit the request. */
    BAD_RESP_ERR(7),
    /** The peer cannot do this: not enabled on its queue pair, misaligned, or buffer too small. */
    REM_INV_REQ_ERR(9),
    /**
     * The remote key is wrong, of another domain, lacks a right, or the range is outside; or the
     * access key of a dynamically connected target is wrong.
     */
    REM_ACCESS_ERR(10),
    /** The peer failed to do it: its posted receive names memory that it may not write. */
    REM_OP_ERR(11),
    /** No answer after {@code RETRY_COUNT} retransmissions. */
    RETRY_EXC_ERR(12),
    /** No posted receive at the peer after {@code RNR_RETRY} attempts more. */
    RNR_RETRY_EXC_ERR(13);

    private final int code;

    CompletionStatus(int code) {
        this.code = code;
    }

    /** The number of {@code enum ibv_wc_status}. */
    public int code() {
        return code;
    }
}
