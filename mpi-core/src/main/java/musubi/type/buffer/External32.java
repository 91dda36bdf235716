package musubi.type.buffer;

import musubi.type.MpiType;

import java.nio.ByteOrder;

/**
 * The portable data representation "external32": big-endian. Java's types have its sizes, so only
 * the byte order differs. MPI-4.1 sections 5.3 and 14.5.2.
 */
public final class External32 {
    private External32() {}

    /** Converts packed items in place from native byte order to external32, or back. */
    public static void convert(MpiType type, long count, byte[] packed, int at) {
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            type.signature().times(count).reverseBytes(packed, at);
        }
    }
}
