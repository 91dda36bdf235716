package musubi.verbs;

import java.util.List;

/**
 * A buffer for one incoming message; consumed by a send, or (without being written) by an RDMA
 * write with immediate. Immutable. Verbs: {@code struct ibv_recv_wr}.
 *
 * @param id handed back in the completion
 * @param entries where the message goes; each region needs {@link AccessFlag#LOCAL_WRITE}; owned by
 *     the adapter from the post to the completion
 */
public record ReceiveWorkRequest(long id, List<ScatterGatherEntry> entries) implements WorkRequest {
    /** Copies the list. */
    public ReceiveWorkRequest {
        entries = List.copyOf(entries);
    }

    /** A receive into the given pieces. */
    public static ReceiveWorkRequest of(long id, ScatterGatherEntry... entries) {
        return new ReceiveWorkRequest(id, List.of(entries));
    }
}
