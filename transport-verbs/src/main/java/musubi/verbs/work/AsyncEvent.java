package musubi.verbs.work;

/**
 * Something that happened to an object rather than to a work request. Immutable. Verbs: {@code
 * struct ibv_async_event}.
 *
 * @param type what happened
 * @param objectNumber number of the queue pair, completion queue or shared receive queue
 */
public record AsyncEvent(Type type, int objectNumber) {
    /** What happened. Verbs: {@code enum ibv_event_type}. */
    public enum Type {
        /** A completion queue overran; it is dead. */
        CQ_ERR,
        /**
         * A queue pair went to {@link musubi.verbs.state.QpState#ERR} because its completion queue
         * died.
         */
        QP_FATAL,
        /**
         * A peer's request was invalid; this side went to {@link musubi.verbs.state.QpState#ERR}.
         */
        QP_REQ_ERR,
        /**
         * A peer's request broke a right or a bound; this side went to {@link
         * musubi.verbs.state.QpState#ERR}.
         */
        QP_ACCESS_ERR,
        /** A queue pair in {@link musubi.verbs.state.QpState#RTR} got its first request. */
        COMM_EST,
        /** A queue pair in {@link musubi.verbs.state.QpState#SQD} has no send in flight. */
        SQ_DRAINED,
        /** A shared receive queue fell below its armed limit. */
        SRQ_LIMIT_REACHED,
        /** A queue pair in error takes no more from its shared receive queue. */
        QP_LAST_WQE_REACHED
    }
}
