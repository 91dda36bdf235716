package musubi.tcp;

import musubi.adi.Envelope;

/**
 * What travels on a connection after the handshake.
 *
 * <pre>
 *   0               4      5       6      8          16         48        52       56
 *   | payload bytes | kind | flags | strm | received | envelope | its CRC | CRC    | payload ...
 * </pre>
 *
 * <p>The frames of one direction are one stream of bytes, whose positions count from the first
 * connection of the session on; see {@link Session}. {@code received} is the position up to which
 * the sender of the frame has got the other direction. The checksums (CRC32C), first that of the
 * payload, then that of the header before it, are zero unless they are asked for. The number of a
 * stream is in marks only, else zero; see {@link StripeOrder}.
 *
 * <p>The byte order is that of the machine, as for {@link Envelope}. A frame that breaks these
 * rules ends the connection.
 */
final class FrameDescriptor {
    static final int LENGTH = 0;
    static final int KIND = 4;
    static final int RECEIVED = 8;
    static final int ENVELOPE = 16;
    static final int PAYLOAD_CRC = ENVELOPE + Envelope.BYTES;
    static final int HEADER_CRC = PAYLOAD_CRC + 4;
    static final int HEADER_BYTES = HEADER_CRC + 4;

    /** A message. */
    static final int KIND_MESSAGE = 1;

    /** The last frame of a rank that leaves; without payload. */
    static final int KIND_GOODBYE = 2;

    /** Says only what was received; without payload. */
    static final int KIND_RECEIPT = 3;

    /** The sender does not need the connection any more; without payload. See {@link Parking}. */
    static final int KIND_PARK = 4;

    /** The sender still needs it; without payload. */
    static final int KIND_STAY = 5;

    /** A message comes at this place over another stream, whose number is {@link #stream}. */
    static final int KIND_MARK = 6;

    /** The sender keeps no copy of the payload: its memory is lent. */
    static final int FLAG_LENT = 0x100;

    /** The sender waits for the receipt of this frame. */
    static final int FLAG_URGENT = 0x200;

    /** Largest payload that goes with its envelope before the receiver is known to be ready. */
    static final int EAGER_LIMIT_BYTES = 64 << 10;

    /** Largest payload of a frame. */
    static final int FRAGMENT_BYTES = 1 << 20;

    private static final int KIND_AND_FLAGS = 0xffff;
    private static final int STREAM_SHIFT = 16;
    private static final int FLAGS = FLAG_LENT | FLAG_URGENT;

    private FrameDescriptor() {}

    /**
     * Whether such a frame can have been sent by {@link FrameWriter}.
     *
     * @param kindAndFlags the 4 bytes from {@link #KIND} on
     */
    static boolean isSound(int length, int kindAndFlags) {
        return (kindAndFlags & ~FLAGS) == KIND_MESSAGE && length >= 0 && length <= FRAGMENT_BYTES
                || length == 0
                        && (kindAndFlags == KIND_GOODBYE
                                || isNotice(kindAndFlags)
                                || isMark(kindAndFlags));
    }

    /** Whether it is about the connection only, and so is owed no receipt. */
    static boolean isNotice(int kindAndFlags) {
        return kindAndFlags >= KIND_RECEIPT && kindAndFlags <= KIND_STAY;
    }

    /** Whether it is a mark for a stream that there can be. */
    static boolean isMark(int kindAndFlags) {
        int stream = stream(kindAndFlags);
        return (kindAndFlags & KIND_AND_FLAGS) == KIND_MARK
                && stream > 0
                && stream < TcpOptions.MOST_STREAMS;
    }

    /** The kind of a mark for a stream. */
    static int mark(int stream) {
        return KIND_MARK | stream << STREAM_SHIFT;
    }

    /** The stream of a mark. */
    static int stream(int kindAndFlags) {
        return kindAndFlags >>> STREAM_SHIFT;
    }
}
