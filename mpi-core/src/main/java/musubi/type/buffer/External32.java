package musubi.type.buffer;

import musubi.type.MpiType;

import java.nio.ByteOrder;

/**
 * The representation of data that all machines understand: high byte first. Java's types have the
 * sizes that it asks for, so only the order differs. MPI-4.1 sections 5.3 and 14.5.2.
 */
public final class External32 {
    private External32() {}

    /** Changes packed items from native order to that of external32, or back. */
    public static void convert(MpiType type, long count, byte[] packed, int at) {
        if (ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN) {
            type.signature().times(count).reverseBytes(packed, at);
        }
    }
}
