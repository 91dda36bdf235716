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
 * The encrypted bytes that have arrived over a connection, cut into records. It takes little memory
 * until {@link #grow}, because anybody may connect.
 */
@Accounted(Component.BUFFERS)
final class TlsInput {
    /** Has room for the first record of a caller. */
    static final int FIRST_BYTES = 4 << 10;

    /** One read takes several records. */
    private static final int BYTES = (64 << 10) + TlsRecord.MAX_BYTES;

    private MemorySegment memory = Arena.ofAuto().allocate(FIRST_BYTES);
    private int head;
    private int tail;

    /** Makes room for records of any length. */
    void grow() {
        MemorySegment larger = Arena.ofAuto().allocate(BYTES);
        MemorySegment.copy(memory, head, larger, 0, tail - head);
        memory = larger;
        tail -= head;
        head = 0;
    }

    /**
     * Reads once; called when no whole record is there.
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
     * The length of the next record; 0 when it has not arrived whole.
     *
     * @throws TlsFailure when it is no record, or none that there is room for
     */
    int nextRecordBytes() throws TlsFailure {
        int there = tail - head;
        if (there == 0) {
            return 0;
        }
        if (!TlsRecord.isRecordHeader(memory, head, there)) {
            throw new TlsFailure(TlsFailure.NO_TLS, null);
        }
        if (there < TlsRecord.HEADER_BYTES) {
            return 0;
        }
        int bytes = TlsRecord.bytes(memory, head);
        if (bytes > Math.min(TlsRecord.MAX_BYTES, memory.byteSize())) {
            throw new TlsFailure(TlsFailure.BROKEN, null);
        }
        return there < bytes ? 0 : bytes;
    }

    /** Whether these letters are somewhere in the next record, which is so long. */
    boolean contains(String letters, int bytes) {
        byte[] record = memory.asSlice(head, bytes).toArray(ValueLayout.JAVA_BYTE);
        return new String(record, StandardCharsets.ISO_8859_1).contains(letters);
    }

    /** Takes the next record, which is so long, into an array's buffer, for reading. */
    void take(int bytes, ByteBuffer buffer) {
        buffer.clear();
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, head, buffer.array(), 0, bytes);
        buffer.limit(bytes);
        head += bytes;
    }
}
