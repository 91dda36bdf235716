package musubi.verbs.work;

import musubi.verbs.memory.ScatterGatherEntry;
import musubi.verbs.memory.ScatterGatherList;

import java.util.List;

/**
 * A buffer for one incoming message; consumed by a send, or (without being written) by an RDMA
 * write with immediate. Immutable; the same one may be posted again after its completion. Verbs:
 * {@code struct ibv_recv_wr}.
 */
public final class ReceiveWorkRequest implements WorkRequest {
    private final long id;
    private final ScatterGatherList pieces;

    private ReceiveWorkRequest(long id, ScatterGatherList pieces) {
        this.id = id;
        this.pieces = pieces;
    }

    /**
     * A receive into the given pieces, which belong to the adapter from the post to the completion;
     * each region needs {@link musubi.verbs.memory.AccessFlag#LOCAL_WRITE}.
     */
    public static ReceiveWorkRequest of(long id, ScatterGatherEntry... entries) {
        return new ReceiveWorkRequest(id, ScatterGatherList.of(List.of(entries)));
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public ScatterGatherList pieces() {
        return pieces;
    }
}
