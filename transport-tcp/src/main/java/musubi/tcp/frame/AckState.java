package musubi.tcp.frame;

/**
 * What this rank has received of a peer's stream, and what the peer has been told of it. Every
 * frame to the peer tells it; when there is none to be sent, a frame without payload does:
 *
 * <ul>
 *   <li>at once when the peer waits for it, or holds much for this rank;
 *   <li>else before this rank sleeps, or some milliseconds later.
 * </ul>
 *
 * <p>Receipts themselves are not owed a receipt, or two ranks would never fall silent; nor is what
 * is said of the connection ({@link musubi.tcp.session.IdleDisconnect}).
 */
public final class AckState {
    /** The peer holds so many bytes of frames when it is told at once. */
    static final int PROMPT_BYTES = 128 << 10;

    /** What a lent payload counts: the peer can lend a bounded number, not bytes. */
    private static final int ZERO_COPY_COST = 4096;

    private long received;
    private int unacknowledgedBytes;
    private boolean pending;
    private boolean urgent;

    /** Position in the peer's stream up to which all frames were reported. */
    public long received() {
        return received;
    }

    /** A frame was received whole. */
    void onFrame(int frameBytes, int kindAndFlags) {
        received += frameBytes;
        boolean lent = (kindAndFlags & FrameDescriptor.FLAG_ZERO_COPY) != 0;
        unacknowledgedBytes += lent ? ZERO_COPY_COST : frameBytes;
        pending |= !FrameDescriptor.needsNoAck(kindAndFlags);
        urgent |=
                (kindAndFlags & FrameDescriptor.FLAG_ACK_NOW) != 0
                        || kindAndFlags == FrameDescriptor.KIND_GOODBYE;
    }

    /** The peer is being told. */
    long acknowledge() {
        unacknowledgedBytes = 0;
        pending = false;
        urgent = false;
        return received;
    }

    /** Whether the peer should be told some time. */
    public boolean isPending() {
        return pending;
    }

    /** Whether the peer should be told now. */
    public boolean isDue() {
        return urgent || unacknowledgedBytes >= PROMPT_BYTES;
    }
}
