package musubi.tcp;

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
 * is said of the connection ({@link Parking}).
 */
final class Receipt {
    /** The peer holds so many bytes of frames when it is told at once. */
    static final int PROMPT_BYTES = 128 << 10;

    /** What a lent payload counts: the peer can lend a bounded number, not bytes. */
    private static final int LENT_COST = 4096;

    private long received;
    private int untoldBytes;
    private boolean owed;
    private boolean urgent;

    /** Position in the peer's stream up to which all frames were reported. */
    long received() {
        return received;
    }

    /** A frame was received whole. */
    void add(int frameBytes, int kindAndFlags) {
        received += frameBytes;
        boolean lent = (kindAndFlags & FrameDescriptor.FLAG_LENT) != 0;
        untoldBytes += lent ? LENT_COST : frameBytes;
        owed |= !FrameDescriptor.isNotice(kindAndFlags);
        urgent |=
                (kindAndFlags & FrameDescriptor.FLAG_URGENT) != 0
                        || kindAndFlags == FrameDescriptor.KIND_GOODBYE;
    }

    /** The peer is being told. */
    long tell() {
        untoldBytes = 0;
        owed = false;
        urgent = false;
        return received;
    }

    /** Whether the peer should be told some time. */
    boolean isOwed() {
        return owed;
    }

    /** Whether the peer should be told now. */
    boolean isDue() {
        return urgent || untoldBytes >= PROMPT_BYTES;
    }
}
