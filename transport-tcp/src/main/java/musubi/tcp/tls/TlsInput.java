package musubi.tcp.tls;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.record.RecordInput;
import musubi.tls.TlsFailure;

import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * Encrypted bytes received over a connection, split into records. It uses little memory until
 * {@link #grow()}, because unauthenticated peers may connect.
 */
@Accounted(Component.BUFFERS)
final class TlsInput extends RecordInput {
    /** Enough for the first record of an initiator. */
    static final int FIRST_BYTES = 4 << 10;

    /** One read may take several records. */
    private static final int BYTES = (64 << 10) + TlsRecord.MAX_BYTES;

    TlsInput() {
        super(FIRST_BYTES);
    }

    /** Grows the buffer for records of any length. */
    void grow() {
        grow(BYTES);
    }

    /**
     * As in {@link RecordInput}.
     *
     * @throws TlsFailure when it is no TLS record, or too long
     */
    @Override
    protected int nextRecordBytes() throws TlsFailure {
        int available = available();
        if (available == 0) {
            return 0;
        }
        if (!TlsRecord.isRecordHeader(memory(), head(), available)) {
            throw new TlsFailure(TlsFailure.NO_TLS, null);
        }
        if (available < TlsRecord.HEADER_BYTES) {
            return 0;
        }
        int bytes = TlsRecord.bytes(memory(), head());
        if (bytes > Math.min(TlsRecord.MAX_BYTES, memory().byteSize())) {
            throw new TlsFailure(TlsFailure.BROKEN, null);
        }
        return available < bytes ? 0 : bytes;
    }

    /** Whether the next record, of a length, contains a text. */
    boolean contains(String text, int bytes) {
        byte[] record = memory().asSlice(head(), bytes).toArray(ValueLayout.JAVA_BYTE);
        return new String(record, StandardCharsets.ISO_8859_1).contains(text);
    }
}
