package musubi.tcp.frame;

/** What the peer has said in frames that are no messages. */
public final class ControlFrames {
    /** Why a peer is lost that has said goodbye. */
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

    /** The connection has ended; only a goodbye is for longer. */
    void onDisconnected() {
        disconnect = false;
        keep = false;
    }

    /** Whether the peer has said that it leaves. */
    public boolean hasGoodbye() {
        return goodbye;
    }

    /** Whether it has said something of the connection, and does not leave. */
    public boolean hasDisconnectOrKeep() {
        return (disconnect || keep) && !goodbye;
    }

    /** Whether it has said PARK and waits for the answer, and does not leave. */
    public boolean hasDisconnect() {
        return disconnect && !goodbye;
    }

    /** PARK has been answered. */
    public void clearDisconnect() {
        disconnect = false;
    }

    /** Whether it has answered STAY; told once. */
    public boolean takeKeep() {
        boolean heard = keep;
        keep = false;
        return heard;
    }
}
