package musubi.tcp.record;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Bytes received over a connection, split into records.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
public abstract class RecordInput {
    private MemorySegment memory;
    private int head;
    private int tail;

    /** An empty buffer of a number of bytes. */
    protected RecordInput(int bytes) {
        memory = Arena.ofAuto().allocate(bytes);
    }

    /** Continues in a larger buffer. */
    public final void grow(int bytes) {
        MemorySegment larger = Arena.ofAuto().allocate(bytes);
        MemorySegment.copy(memory, head, larger, 0, tail - head);
        memory = larger;
        tail -= head;
        head = 0;
    }

    /** The buffer; received bytes start at {@link #head}. */
    protected final MemorySegment memory() {
        return memory;
    }

    /** Offset of the next record. */
    protected final int head() {
        return head;
    }

    /** Number of received bytes. */
    protected final int available() {
        return tail - head;
    }

    /**
     * Reads once; called when no complete record is buffered.
     *
     * @return the number of bytes; -1 at the end of the stream
     */
    final int fill(TcpStream stream) throws IOException {
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
     * Length of the next record with its header; 0 when it is incomplete.
     *
     * @throws IOException when it cannot be a record, or is longer than the buffer
     */
    protected abstract int nextRecordBytes() throws IOException;

    /** Moves the next record, of a length, into an array-backed buffer, ready for reading. */
    public final void take(int bytes, ByteBuffer buffer) {
        buffer.clear();
        MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, head, buffer.array(), 0, bytes);
        buffer.limit(bytes);
        head += bytes;
    }
}
