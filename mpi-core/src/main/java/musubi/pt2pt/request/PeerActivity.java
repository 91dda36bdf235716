package musubi.pt2pt.request;

import musubi.adi.RemoteMemory;
import musubi.progress.Operation;

/** The operations under way with a peer: requests that the peer may refer to by their cookies. */
public abstract class PeerActivity extends Operation {
    private int operations;

    protected PeerActivity() {}

    /** Access to the peer's memory; null when there is none. */
    protected abstract RemoteMemory remoteMemory();

    final void beginOperation() {
        operations++;
    }

    final void endOperation() {
        operations--;
    }

    /** Whether the peer may refer to a request. */
    protected final boolean hasOperations() {
        return operations > 0;
    }
}
