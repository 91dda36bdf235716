package musubi.pt2pt;

import musubi.type.MpiType;
import musubi.type.buffer.BufferBytes;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.nio.Buffer;
import java.util.Arrays;

/**
 * Finds out whether the program changes a receive buffer before it has found the receive complete:
 * before the message is copied into it by a copy of its former content, afterwards by the message.
 * Only bytes of the type map that the message fills count. Used by checks only.
 */
final class ReceiveWatch {
    /** Longer receives are not watched: each takes two arrays of its length. */
    private static final long MAX_BYTES = 64 << 20;

    private final Packer packer;
    private final TypedBuffer items;

    /** The content when the receive started; null after {@link #end}. */
    private byte[] before;

    private boolean landed;
    private boolean changed;

    /** Watches items, which stay the same until {@link #end}. */
    ReceiveWatch(Packer packer, TypedBuffer items) {
        this.packer = packer;
        this.items = items;
        before = packer.pack(items);
    }

    static boolean isPossible(Object buffer, long count, MpiType type) {
        boolean known =
                buffer instanceof Buffer
                        || buffer instanceof BufferBytes
                        || buffer != null && buffer.getClass().isArray();
        return known
                && !type.isObject()
                && count > 0
                && type.sizeBytes() > 0
                && count <= MAX_BYTES / type.sizeBytes();
    }

    /** The message is about to be copied into the buffer. */
    void landing(long bytes) {
        landed = true;
        changed = differs(bytes, before);
    }

    /**
     * Whether the buffer was changed, also after the message had come.
     *
     * @param message the packed message
     */
    boolean isChanged(long bytes, byte[] message) {
        return changed || landed && differs(bytes, message);
    }

    private boolean differs(long bytes, byte[] expected) {
        int length = (int) bytes;
        byte[] now = packer.buffers().acquire(length);
        packer.pack(items, 0, length, now, 0);
        boolean differs = Arrays.mismatch(now, 0, length, expected, 0, length) >= 0;
        packer.buffers().release(now);
        return differs;
    }

    /** Gives its memory back. */
    void end() {
        packer.buffers().release(before);
        before = null;
    }
}
