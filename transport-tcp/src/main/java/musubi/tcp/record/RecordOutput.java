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
 * Records waiting for the kernel: several at a time, because a system call for each would cost
 * about as much as its encryption. It tracks which records the kernel has taken completely, since
 * only these count as sent: the peer can open and acknowledge them.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
public final class RecordOutput {
    /** Most records with content that are gathered. */
    private static final int RECORDS = 4;

    /** Additional room, in records, for the short ones of the layer itself. */
    private static final int RECORDS_OF_LAYER = 2;

    private final MemorySegment memory;
    private final int[] ends = new int[RECORDS];
    private final int[] contentBytes = new int[RECORDS];
    private int head;
    private int tail;
    private int first;
    private int count;

    /** An empty buffer for records of up to a number of bytes. */
    public RecordOutput(int recordBytes) {
        memory = Arena.ofAuto().allocate((long) (RECORDS + RECORDS_OF_LAYER) * recordBytes);
    }

    /** Whether the kernel has taken everything. */
    public boolean isEmpty() {
        return head == tail;
    }

    /** Whether another record with content fits. */
    public boolean hasRoom() {
        return count < RECORDS;
    }

    /**
     * Adds a record. One without content, such as new keys, counts as part of the next record that
     * has some.
     *
     * @param record an array-backed buffer; the bytes before its position
     * @param content number of bytes of content in it
     */
    public void add(ByteBuffer record, int content) {
        int bytes = record.position();
        if (bytes > 0) {
            MemorySegment.copy(record.array(), 0, memory, ValueLayout.JAVA_BYTE, tail, bytes);
            tail += bytes;
        }
        if (content > 0) {
            ends[count] = tail;
            contentBytes[count++] = content;
        }
    }

    /** Adds a record without content. */
    public void add(byte[] record) {
        add(ByteBuffer.wrap(record).position(record.length), 0);
    }

    /**
     * Sends as much as there is room for.
     *
     * @return the content bytes of the records that this call has sent completely
     */
    public int flush(TcpStream stream) throws IOException {
        if (head < tail) {
            head += stream.write(memory, head, tail - head);
        }
        int sent = 0;
        while (first < count && ends[first] <= head) {
            sent += contentBytes[first++];
        }
        if (head == tail) {
            head = 0;
            tail = 0;
            first = 0;
            count = 0;
        }
        return sent;
    }
}
