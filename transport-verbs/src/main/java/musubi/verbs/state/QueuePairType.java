package musubi.verbs.state;

/** Kinds of queue pair that send. Verbs: {@code enum ibv_qp_type}. */
public enum QueuePairType {
    /** Connected for good to one other queue pair. Verbs: {@code IBV_QPT_RC}. */
    RELIABLE_CONNECTION,
    /**
     * Connected on demand to the target that a request names; receives nothing. Verbs: {@code
     * IBV_QPT_DRIVER} with {@code MLX5DV_DCTYPE_DCI}.
     */
    DYNAMIC_INITIATOR
}
