package musubi.type.buffer;

/**
 * A pool of byte arrays for packed messages. Sizes are powers of two from 64 bytes on; the pool
 * keeps at most {@value #KEPT_BYTES} bytes. Thread rule: one thread at a time.
 */
public final class PackBufferPool {
    private static final long KEPT_BYTES = 16 << 20;
    private static final int SMALLEST_SHIFT = 6;
    private static final int SHIFTS = 31 - SMALLEST_SHIFT;
    private static final int KEPT_OF_A_SIZE = 16;

    private final byte[][][] kept = new byte[SHIFTS][][];
    private final int[] counts = new int[SHIFTS];
    private long keptBytes;

    public PackBufferPool() {}

    private static int shiftOf(long bytes) {
        long last = Math.max(bytes, 1 << SMALLEST_SHIFT) - 1;
        return Long.SIZE - SMALLEST_SHIFT - Long.numberOfLeadingZeros(last);
    }

    /** An array of at least {@code bytes}; its content is undefined. */
    public byte[] acquire(int bytes) {
        int shift = shiftOf(bytes);
        if (shift >= SHIFTS) {
            return new byte[bytes];
        }
        if (counts[shift] == 0) {
            return new byte[1 << shift + SMALLEST_SHIFT];
        }
        byte[][] stack = kept[shift];
        byte[] buffer = stack[--counts[shift]];
        stack[counts[shift]] = null;
        keptBytes -= buffer.length;
        return buffer;
    }

    /** Returns an array to the pool; the caller does not use it any more. */
    public void release(byte[] buffer) {
        int shift = shiftOf(buffer.length);
        if (shift >= SHIFTS
                || counts[shift] == KEPT_OF_A_SIZE
                || keptBytes + buffer.length > KEPT_BYTES) {
            return;
        }
        if (kept[shift] == null) {
            kept[shift] = new byte[KEPT_OF_A_SIZE][];
        }
        kept[shift][counts[shift]++] = buffer;
        keptBytes += buffer.length;
    }
}
