package musubi.tcp.tls;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * Encrypted records on their way into the kernel: several at a time, because a system call for each
 * would cost about as much as its encryption. It knows which of them the kernel has taken whole,
 * since only these count as sent: the peer can read them and tell.
 */
@Accounted(Component.BUFFERS)
final class TlsOutput {
    /** So many records with plaintext are gathered. */
    private static final int RECORDS = 4;

    /** As long as so many, for the short ones that TLS itself sends between them. */
    private static final int RECORDS_OF_TLS = 2;

    private final MemorySegment memory;
    private final int[] ends = new int[RECORDS];
    private final int[] plainBytes = new int[RECORDS];
    private int head;
    private int tail;
    private int first;
    private int count;

    /** Nothing on its way; records have so many bytes at most. */
    TlsOutput(int recordBytes) {
        memory = Arena.ofAuto().allocate((long) (RECORDS + RECORDS_OF_TLS) * recordBytes);
    }

    boolean isEmpty() {
        return head == tail;
    }

    /** Whether another record with plaintext may be added. */
    boolean hasRoom() {
        return count < RECORDS;
    }

    /**
     * Adds a record. One without plaintext belongs to the next one that has some, because nobody
     * asks when it has been sent: TLS makes any number of them, such as new keys.
     *
     * @param record an array's buffer; what is before its position
     * @param plain how many bytes of plaintext are in it
     */
    void add(ByteBuffer record, int plain) {
        int bytes = record.position();
        if (bytes > 0) {
            MemorySegment.copy(record.array(), 0, memory, ValueLayout.JAVA_BYTE, tail, bytes);
            tail += bytes;
        }
        if (plain > 0) {
            ends[count] = tail;
            plainBytes[count++] = plain;
        }
    }

    /** Adds a record without plaintext. */
    void add(byte[] record) {
        add(ByteBuffer.wrap(record).position(record.length), 0);
    }

    /**
     * Sends what there is room for.
     *
     * @return the bytes of plaintext in the records that have been sent whole by this call
     */
    int flush(TcpStream stream) throws IOException {
        if (head < tail) {
            head += stream.write(memory, head, tail - head);
        }
        int sent = 0;
        while (first < count && ends[first] <= head) {
            sent += plainBytes[first++];
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
