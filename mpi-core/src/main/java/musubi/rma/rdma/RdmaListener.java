package musubi.rma.rdma;

import musubi.error.ErrorClass;

/** The end of accesses. Called by the thread that holds the rank; neither polls nor waits. */
public interface RdmaListener {
    /** A part of an access is complete at both sides. */
    void onDone(long bytes);

    /** An access has failed, or the peer is lost. */
    void onFailure(ErrorClass errorClass, String reason);
}
