package musubi.tcp.tls;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Layout of TLS records.
 *
 * <pre>
 *   0      1         3        5
 *   | type | version | length | length bytes |
 * </pre>
 *
 * <p>Numbers are big-endian. No handshake record of this transport starts with one of these types.
 */
public final class TlsRecord {
    static final int HEADER_BYTES = 5;

    /** Plaintext of 16 KiB and the expansion by encryption. */
    static final int MAX_BYTES = HEADER_BYTES + (16 << 10) + 256;

    private static final int VERSION = 1;
    private static final int LENGTH = 3;
    private static final int FIRST_TYPE = 20;
    private static final int ALERT = 21;
    private static final int HANDSHAKE = 22;
    private static final int LAST_TYPE = 23;
    private static final int MAJOR_VERSION = 3;

    /** Fatal alert: no application protocol in common. */
    private static final byte[] REFUSAL = {ALERT, MAJOR_VERSION, 3, 0, 2, 2, 120};

    private TlsRecord() {}

    /** Whether a number of bytes, at least one, may be the start of a record. */
    static boolean isRecordHeader(MemorySegment memory, long at, int bytes) {
        int type = memory.get(ValueLayout.JAVA_BYTE, at);
        return type >= FIRST_TYPE
                && type <= LAST_TYPE
                && (bytes <= VERSION
                        || memory.get(ValueLayout.JAVA_BYTE, at + VERSION) == MAJOR_VERSION);
    }

    /** Whether these bytes start a TLS handshake or alert. */
    public static boolean isHandshakeOrAlert(MemorySegment memory, int bytes) {
        if (bytes <= VERSION || !isRecordHeader(memory, 0, bytes)) {
            return false;
        }
        int type = memory.get(ValueLayout.JAVA_BYTE, 0);
        return type == HANDSHAKE || type == ALERT;
    }

    /** Length of the record with this header. */
    static int bytes(MemorySegment memory, long at) {
        int high = Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, at + LENGTH));
        int low = Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, at + LENGTH + 1));
        return HEADER_BYTES + (high << Byte.SIZE | low);
    }

    /** The alert for an initiator of another job. */
    static byte[] refusalAlert() {
        return REFUSAL.clone();
    }
}
