package musubi.tcp.frame;

/** Control frames received from a peer. */
public final class ControlFrames {
    /** Reason for the loss of a peer that has said goodbye. */
    public static final String PEER_LEFT = "the peer has left the job";

    private boolean goodbye;
    private boolean disconnect;
    private boolean keep;

    ControlFrames() {}

    void onFrame(int kind) {
        goodbye |= kind == FrameDescriptor.KIND_GOODBYE;
        disconnect |= kind == FrameDescriptor.KIND_DISCONNECT;
        keep |= kind == FrameDescriptor.KIND_KEEP;
    }

    /** The connection has ended; only a goodbye remains valid. */
    void onDisconnected() {
        disconnect = false;
        keep = false;
    }

    /** Whether the peer has said goodbye. */
    public boolean hasGoodbye() {
        return goodbye;
    }

    /** Whether a DISCONNECT or KEEP was received, and no goodbye. */
    public boolean hasDisconnectOrKeep() {
        return (disconnect || keep) && !goodbye;
    }

    /** Whether a DISCONNECT awaits an answer, and no goodbye was received. */
    public boolean hasDisconnect() {
        return disconnect && !goodbye;
    }

    /** DISCONNECT was answered. */
    public void clearDisconnect() {
        disconnect = false;
    }

    /** Whether a KEEP was received since the last call. */
    public boolean takeKeep() {
        boolean received = keep;
        keep = false;
        return received;
    }
}
