package musubi.verbs.work;

import musubi.verbs.memory.ScatterGatherList;

/** What is posted to a queue. Verbs: {@code struct ibv_send_wr}, {@code struct ibv_recv_wr}. */
public interface WorkRequest {
    /** The poster's own number, handed back in the completion. Verbs: {@code wr_id}. */
    long id();

    /** The local memory, in order. It belongs to the adapter until the completion. */
    ScatterGatherList pieces();
}
