package musubi.tcp;

import musubi.adi.Envelope;

/**
 * What travels on a connection after the handshake.
 *
 * <pre>
 *   0               4      5       6      8          16         48        52       56
 *   | payload bytes | kind | flags | zero | received | envelope | its CRC | CRC    | payload ...
 * </pre>
 *
 * <p>The frames of one direction are one stream of bytes, whose positions count from the first
 * connection of the session on; see {@link Session}. {@code received} is the position up to which
 * the sender of the frame has got the other direction. The checksums (CRC32C), first that of the
 * payload, then that of the header before it, are zero unless they are asked for.
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

    /** Where the kind is, beside the flags. */
    static final int KINDS = 0xff;

    /** The sender keeps no copy of the payload: its memory is lent. */
    static final int FLAG_LENT = 0x100;

    /** The sender waits for the receipt of this frame. */
    static final int FLAG_URGENT = 0x200;

    /** Largest payload that goes with its envelope before the receiver is known to be ready. */
    static final int EAGER_LIMIT_BYTES = 64 << 10;

    /** Largest payload of a frame. */
    static final int FRAGMENT_BYTES = 1 << 20;

    private static final int FLAGS = FLAG_LENT | FLAG_URGENT;

    private FrameDescriptor() {}

    /**
     * Whether such a frame can have been sent by {@link FrameWriter}.
     *
     * @param kindAndFlags the 4 bytes from {@link #KIND} on
     */
    static boolean isSound(int length, int kindAndFlags) {
        return (kindAndFlags & ~FLAGS) == KIND_MESSAGE && length >= 0 && length <= FRAGMENT_BYTES
                || length == 0 && isBare(kindAndFlags);
    }

    private static boolean isBare(int kind) {
        return kind >= KIND_GOODBYE && kind <= KIND_STAY;
    }
}
