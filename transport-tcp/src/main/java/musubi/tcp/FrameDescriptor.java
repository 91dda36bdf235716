package musubi.tcp;

import musubi.adi.Envelope;

/**
 * What travels on a connection after the handshake.
 *
 * <pre>
 *   0               4        5                 8            40
 *   | payload bytes | kind   | zero            | envelope   | payload ...
 * </pre>
 *
 * <p>The byte order is that of the machine, as for {@link Envelope}. A frame that breaks these
 * rules ends the connection.
 */
final class FrameDescriptor {
    static final int LENGTH = 0;
    static final int KIND = 4;
    static final int ENVELOPE = 8;
    static final int HEADER_BYTES = ENVELOPE + Envelope.BYTES;

    /** A message. */
    static final int KIND_MESSAGE = 1;

    /** The last frame of a rank that leaves; without payload. */
    static final int KIND_GOODBYE = 2;

    /** Largest payload that goes with its envelope before the receiver is known to be ready. */
    static final int EAGER_LIMIT_BYTES = 64 << 10;

    /** Largest payload of a frame. */
    static final int FRAGMENT_BYTES = 256 << 10;

    private FrameDescriptor() {}

    /**
     * Whether such a frame can have been sent by {@link FrameWriter}.
     *
     * @param kindAndZero the 4 bytes from {@link #KIND} on
     */
    static boolean isSound(int length, int kindAndZero) {
        return kindAndZero == KIND_MESSAGE && length >= 0 && length <= FRAGMENT_BYTES
                || kindAndZero == KIND_GOODBYE && length == 0;
    }
}
