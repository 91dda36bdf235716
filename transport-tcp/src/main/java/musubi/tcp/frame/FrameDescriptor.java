package musubi.tcp.frame;

import musubi.adi.Envelope;
import musubi.tcp.config.TcpOptions;

/**
 * What travels on a connection after the handshake.
 *
 * <pre>
 *   0               4      5       6      8          16         48        52       56
 *   | payload bytes | kind | flags | strm | received | envelope | its CRC | CRC    | payload ...
 * </pre>
 *
 * <p>The frames of one direction are one stream of bytes, whose positions count from the first
 * connection of the session on; see {@link musubi.tcp.handshake.PeerSession}. {@code received} is
 * the position up to which the sender of the frame has got the other direction. The checksums
 * (CRC32C), first that of the payload, then that of the header before it, are zero unless they are
 * asked for. The number of a stream is in marks only, else zero; see {@link StripeOrder}.
 *
 * <p>The byte order is that of the machine, as for {@link Envelope}. A frame that breaks these
 * rules ends the connection.
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

    /** The last frame of a rank that leaves; without payload. */
    static final int KIND_GOODBYE = 2;

    /** Says only what was received; without payload. */
    static final int KIND_ACK = 3;

    /**
     * The sender does not need the connection any more; without payload. See {@link
     * musubi.tcp.session.IdleDisconnect}.
     */
    static final int KIND_DISCONNECT = 4;

    /** The sender still needs it; without payload. */
    static final int KIND_KEEP = 5;

    /** A message comes at this place over another stream, whose number is {@link #stream}. */
    static final int KIND_STRIPE_MARK = 6;

    /** The sender keeps no copy of the payload: its memory is lent. */
    static final int FLAG_ZERO_COPY = 0x100;

    /** The sender waits for the receipt of this frame. */
    public static final int FLAG_ACK_NOW = 0x200;

    /** Largest payload that goes with its envelope before the receiver is known to be ready. */
    public static final int EAGER_LIMIT_BYTES = 64 << 10;

    /** Largest payload of a frame. */
    public static final int FRAGMENT_BYTES = 1 << 20;

    private static final int KIND_AND_FLAGS = 0xffff;
    private static final int STREAM_SHIFT = 16;
    private static final int FLAGS = FLAG_ZERO_COPY | FLAG_ACK_NOW;

    private FrameDescriptor() {}

    /**
     * Whether such a frame can have been sent by {@link FrameWriter}.
     *
     * @param kindAndFlags the 4 bytes from {@link #KIND} on
     */
    static boolean isValid(int length, int kindAndFlags) {
        return (kindAndFlags & ~FLAGS) == KIND_MESSAGE && length >= 0 && length <= FRAGMENT_BYTES
                || length == 0
                        && (kindAndFlags == KIND_GOODBYE
                                || needsNoAck(kindAndFlags)
                                || isStripeMark(kindAndFlags));
    }

    /** Whether it is about the connection only, and so is owed no receipt. */
    static boolean needsNoAck(int kindAndFlags) {
        return kindAndFlags >= KIND_ACK && kindAndFlags <= KIND_KEEP;
    }

    /** Whether it is a mark for a stream that there can be. */
    static boolean isStripeMark(int kindAndFlags) {
        int stream = stream(kindAndFlags);
        return (kindAndFlags & KIND_AND_FLAGS) == KIND_STRIPE_MARK
                && stream > 0
                && stream < TcpOptions.MAX_STREAMS;
    }

    /** The kind of a mark for a stream. */
    static int stripeMark(int stream) {
        return KIND_STRIPE_MARK | stream << STREAM_SHIFT;
    }

    /** The stream of a mark. */
    static int stream(int kindAndFlags) {
        return kindAndFlags >>> STREAM_SHIFT;
    }
}
