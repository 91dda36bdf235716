package musubi.tcp.frame;

import musubi.adi.Envelope;
import musubi.tcp.config.TcpOptions;

/**
 * Layout of the frames that follow the handshake.
 *
 * <pre>
 *   0               4      5       6        8     16         48            52           56
 *   | payload bytes | kind | flags | stream | ack | envelope | payload CRC | header CRC | payload
 * </pre>
 *
 * <p>The frames of one direction form one stream of bytes, whose positions count from the first
 * connection of the session; see {@link musubi.tcp.handshake.PeerSession}. {@code ack} is the
 * position up to which the sender of the frame has received the other direction. The checksums
 * (CRC32C), of the payload and of the preceding header fields, are zero unless enabled. {@code
 * stream} is the stream number of a stripe mark, else zero; see {@link StripeOrder}.
 *
 * <p>The byte order is the machine's, as for {@link Envelope}. An invalid frame ends the
 * connection.
 */
public final class FrameDescriptor {
    static final int LENGTH = 0;
    static final int KIND = 4;
    static final int ACK = 8;
    static final int ENVELOPE = 16;
    static final int PAYLOAD_CRC = ENVELOPE + Envelope.BYTES;
    static final int HEADER_CRC = PAYLOAD_CRC + 4;
    public static final int HEADER_BYTES = HEADER_CRC + 4;

    /** A message. */
    static final int KIND_MESSAGE = 1;

    /** The last frame of a rank that shuts down; without payload. */
    static final int KIND_GOODBYE = 2;

    /** An acknowledgement only; without payload. */
    static final int KIND_ACK = 3;

    /** Offer to end an idle connection, see {@code IdleDisconnect}; without payload. */
    static final int KIND_DISCONNECT = 4;

    /** Refusal to end the connection; without payload. */
    static final int KIND_KEEP = 5;

    /** The place of a message that another stream carries; without payload. */
    static final int KIND_STRIPE_MARK = 6;

    /** The sender keeps no copy of the payload. */
    static final int FLAG_ZERO_COPY = 0x100;

    /** The sender waits for the acknowledgement of this frame. */
    public static final int FLAG_ACK_NOW = 0x200;

    /** Largest payload of an eager message. */
    public static final int EAGER_LIMIT_BYTES = 64 << 10;

    /** Largest payload of a frame. */
    public static final int FRAGMENT_BYTES = 1 << 20;

    private static final int KIND_AND_FLAGS = 0xffff;
    private static final int STREAM_SHIFT = 16;
    private static final int FLAGS = FLAG_ZERO_COPY | FLAG_ACK_NOW;

    private FrameDescriptor() {}

    /**
     * Whether {@link FrameWriter} can have sent such a frame.
     *
     * @param kindAndFlags the 4 bytes at {@link #KIND}
     */
    static boolean isValid(int length, int kindAndFlags) {
        return (kindAndFlags & ~FLAGS) == KIND_MESSAGE && length >= 0 && length <= FRAGMENT_BYTES
                || length == 0
                        && (kindAndFlags == KIND_GOODBYE
                                || needsNoAck(kindAndFlags)
                                || isStripeMark(kindAndFlags));
    }

    /** Whether the frame concerns the connection only and is not acknowledged. */
    static boolean needsNoAck(int kindAndFlags) {
        return kindAndFlags >= KIND_ACK && kindAndFlags <= KIND_KEEP;
    }

    /** Whether the frame is a stripe mark with a valid stream number. */
    static boolean isStripeMark(int kindAndFlags) {
        int stream = stream(kindAndFlags);
        return (kindAndFlags & KIND_AND_FLAGS) == KIND_STRIPE_MARK
                && stream > 0
                && stream < TcpOptions.MAX_STREAMS;
    }

    /** Kind and stream number of a stripe mark. */
    static int stripeMark(int stream) {
        return KIND_STRIPE_MARK | stream << STREAM_SHIFT;
    }

    /** The stream number of a stripe mark. */
    static int stream(int kindAndFlags) {
        return kindAndFlags >>> STREAM_SHIFT;
    }
}
