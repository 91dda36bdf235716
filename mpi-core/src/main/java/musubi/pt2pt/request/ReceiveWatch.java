package musubi.pt2pt.request;

import musubi.region.Region;
import musubi.type.MpiType;
import musubi.type.buffer.BufferBytes;
import musubi.type.buffer.Packer;
import musubi.type.buffer.TypedBuffer;

import java.nio.Buffer;
import java.util.Arrays;

/**
 * Finds out whether the program changes a receive buffer before it has found the receive complete:
 * before the message is copied into it by a copy of its former content, afterwards by the message.
 * Only bytes of the type map that the message fills count. Used by checks only, for one receive
 * after the other.
 *
 * <p>A short message without gaps lands in the buffer, any other beside it.
 */
public final class ReceiveWatch {
    /** Longer receives are not watched: each takes two arrays of its length. */
    private static final long MAX_BYTES = 64 << 20;

    /** Receives without gaps of at most this length land in the buffer. */
    private static final int SHORT_BYTES = 64;

    private final Packer packer;
    private final TypedBuffer items;
    private final Region buffer;
    private final Region array = new Region();
    private final byte[] shortBefore = new byte[SHORT_BYTES];
    private final byte[] shortNow = new byte[SHORT_BYTES];
    private final byte[] shortMessage = new byte[SHORT_BYTES];

    /** The content when the receive started; null if no receive is watched. */
    private byte[] before;

    private boolean landsInBuffer;
    private boolean landed;
    private boolean changed;

    /**
     * Watches what changes only between {@link #end} and the next beginning.
     *
     * @param items of the receive if they land beside the buffer
     * @param buffer where they land
     */
    public ReceiveWatch(Packer packer, TypedBuffer items, Region buffer) {
        this.packer = packer;
        this.items = items;
        this.buffer = buffer;
    }

    public static boolean isPossible(Object buffer, long count, MpiType type) {
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

    /** Whether a message without gaps may land in a buffer of this length. */
    public static boolean mayLandInBuffer(long bytes) {
        return bytes <= SHORT_BYTES;
    }

    /** The receive is about to start; its message lands in the buffer. */
    public void begin() {
        begin(true, (int) buffer.length());
    }

    /** The same; it lands beside the buffer. */
    public void beginBeside() {
        begin(false, Math.toIntExact(items.packedBytes()));
    }

    private void begin(boolean inBuffer, int length) {
        landsInBuffer = inBuffer;
        landed = false;
        changed = false;
        before = length <= SHORT_BYTES ? shortBefore : packer.buffers().acquire(length);
        read(before, length);
    }

    private void read(byte[] into, int length) {
        if (landsInBuffer) {
            buffer.copyTo(0, array.wrapArray(into, 0, length), 0, length);
        } else {
            packer.pack(items, 0, length, into, 0);
        }
    }

    /** Whether a receive is watched. */
    public boolean isActive() {
        return before != null;
    }

    /** Whether the message lands in the buffer. */
    public boolean landsInBuffer() {
        return landsInBuffer;
    }

    /** The message is about to be copied into the buffer. */
    public void landing(long bytes) {
        landed = true;
        changed = differs((int) bytes, before);
    }

    /** The message has landed in the buffer. */
    public void landed(long bytes) {
        read(shortMessage, (int) bytes);
    }

    /** Whether the buffer was changed before the message came. */
    public boolean isChangedBefore() {
        return changed;
    }

    /**
     * Whether the buffer was changed, also after the message had come.
     *
     * @param message the packed message if it has landed beside the buffer
     */
    public boolean isChanged(long bytes, byte[] message) {
        byte[] expected = landsInBuffer ? shortMessage : message;
        return changed || landed && differs((int) bytes, expected);
    }

    private boolean differs(int length, byte[] expected) {
        byte[] now = length <= SHORT_BYTES ? shortNow : packer.buffers().acquire(length);
        read(now, length);
        boolean differs = Arrays.mismatch(now, 0, length, expected, 0, length) >= 0;
        release(now);
        return differs;
    }

    /** Gives its memory back. */
    public void end() {
        release(before);
        before = null;
    }

    private void release(byte[] used) {
        if (used.length > SHORT_BYTES) {
            packer.buffers().release(used);
        }
    }
}
