package musubi.tcp.frame;

/**
 * What this rank has received of a peer's stream, and what of it was acknowledged. Every frame to
 * the peer carries a cumulative acknowledgement; without one to send, a frame without payload does:
 *
 * <ul>
 *   <li>at once when the peer waits for it, or holds much unacknowledged data;
 *   <li>otherwise before this rank sleeps, or some milliseconds later.
 * </ul>
 *
 * <p>Acknowledgements are not acknowledged, or two ranks would never fall silent; nor are the
 * frames that end an idle connection.
 */
public final class AckState {
    /** Unacknowledged bytes of frames with which an acknowledgement is sent at once. */
    static final int PROMPT_BYTES = 128 << 10;

    /** Bytes that a zero-copy payload counts: the peer limits their number, not their size. */
    private static final int ZERO_COPY_COST = 4096;

    private long received;
    private int unacknowledgedBytes;
    private boolean pending;
    private boolean urgent;

    /** Stream position up to which all frames were reported. */
    public long received() {
        return received;
    }

    /** A frame was received completely. */
    void onFrame(int frameBytes, int kindAndFlags) {
        received += frameBytes;
        boolean zeroCopy = (kindAndFlags & FrameDescriptor.FLAG_ZERO_COPY) != 0;
        unacknowledgedBytes += zeroCopy ? ZERO_COPY_COST : frameBytes;
        pending |= !FrameDescriptor.needsNoAck(kindAndFlags);
        urgent |=
                (kindAndFlags & FrameDescriptor.FLAG_ACK_NOW) != 0
                        || kindAndFlags == FrameDescriptor.KIND_GOODBYE;
    }

    /** An acknowledgement is being sent; returns its stream position. */
    long acknowledge() {
        unacknowledgedBytes = 0;
        pending = false;
        urgent = false;
        return received;
    }

    /** Whether an acknowledgement has to be sent at some time. */
    public boolean isPending() {
        return pending;
    }

    /** Whether an acknowledgement has to be sent now. */
    public boolean isDue() {
        return urgent || unacknowledgedBytes >= PROMPT_BYTES;
    }
}
