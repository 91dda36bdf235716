package musubi.tcp.tls;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.socket.TcpStream;
import musubi.tls.TlsFailure;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Encrypted bytes received over a connection, split into records. It uses little memory until
 * {@link #grow}, because unauthenticated peers may connect.
 */
@Accounted(Component.BUFFERS)
final class TlsInput {
    /** Enough for the first record of an initiator. */
    static final int FIRST_BYTES = 4 << 10;

    /** One read may take several records. */
    private static final int BYTES = (64 << 10) + TlsRecord.MAX_BYTES;

    private MemorySegment memory = Arena.ofAuto().allocate(FIRST_BYTES);
    private int head;
    private int tail;

    /** Grows the buffer for records of any length. */
    void grow() {
        MemorySegment larger = Arena.ofAuto().allocate(BYTES);
        MemorySegment.copy(memory, head, larger, 0, tail - head);
        memory = larger;
        tail -= head;
        head = 0;
    }

    /**
     * Reads once; called when no complete record is buffered.
     *
     * @return the number of bytes; -1 at the end of the stream
     */
    int fill(TcpStream stream) throws IOException {
        if (head > 0) {
            MemorySegment.copy(memory, head, memory, 0, tail - head);
            tail -= head;
            head = 0;
        }
        int n = stream.read(memory, tail, (int) memory.byteSize() - tail);
        tail += Math.max(0, n);
        return n;
    }

    /**
     * Length of the next record; 0 when it is incomplete.
     *
     * @throws TlsFailure when it is no TLS record, or too long
     */
    int nextRecordBytes() throws TlsFailure {
        int available = tail - head;
        if (available == 0) {
            return 0;
        }
        if (!TlsRecord.isRecordHeader(memory, head, available)) {
            throw new TlsFailure(TlsFailure.NO_TLS, null);
        }
        if (available < TlsRecord.HEADER_BYTES) {
            return 0;
        }
        int bytes = TlsRecord.bytes(memory, head);
        if (bytes > Math.min(TlsRecord.MAX_BYTES, memory.byteSize())) {
            throw new TlsFailure(TlsFailure.BROKEN, null);
        }
        return available < bytes ? 0 : bytes;
    }

    /** Whether the next record, of a length, contains a text. */
    boolean contains(String text, int bytes) {
        byte[] record = memory.asSlice(head, bytes).toArray(ValueLayout.JAVA_BYTE);
        return new String(record, StandardCharsets.ISO_8859_1).contains(text);
    }

    /** Moves the next record, of a length, into an array-backed buffer, ready for reading. */
    void take(int bytes, ByteBuffer buffer) {
        buffer.clear();
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, head, buffer.array(), 0, bytes);
        buffer.limit(bytes);
        head += bytes;
    }
}
