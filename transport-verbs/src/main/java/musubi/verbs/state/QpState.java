package musubi.verbs.state;

/** The states of a queue pair. Verbs: {@code enum ibv_qp_state}. */
public enum QpState {
    /** New or recycled; nothing may be posted. */
    RESET,
    /** Receives may be posted; nothing moves. */
    INIT,
    /** Ready to receive: requests of the peer are served. */
    RTR,
    /** Ready to send: everything works. */
    RTS,
    /** Send queue drained: sends may be posted but do not start. */
    SQD,
    /** Send queue error: reached by unreliable services only, so never by a reliable connection. */
    SQE,
    /** Everything posted is flushed. */
    ERR;

    /** Whether requests of the peer are served. */
    public boolean serves() {
        return this == RTR || this == RTS || this == SQD || this == SQE;
    }

    /** Whether sends in flight are retransmitted and completed. */
    public boolean completesSends() {
        return this == RTS || this == SQD;
    }
}
