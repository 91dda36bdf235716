package musubi.tcp.frame;

import static musubi.tcp.frame.FrameDescriptor.HEADER_BYTES;

import musubi.memory.Accounted;
import musubi.memory.Component;
import musubi.tcp.memory.PagePool;
import musubi.tcp.memory.PageRun;
import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What was read from a connection and not yet reported. While memory is ample the buffer is large
 * and stays until the connection is idle. Otherwise it has memory from a read to the end of the
 * poll, and then only for the rest of a frame that has arrived in part: enough for all of it. A
 * frame whose memory is in use by others is not read, except for its header. So who has memory
 * never waits for more.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
@Accounted(Component.BUFFERS)
final class ReadBuffer {
    /** Most bytes of one read. */
    static final int READ_BYTES = (64 << 10) + HEADER_BYTES;

    /** A read behind an incomplete eager message. */
    private static final int BYTES = READ_BYTES + FrameDescriptor.EAGER_LIMIT_BYTES + HEADER_BYTES;

    private final PagePool pool;
    private final PageRun run = new PageRun();
    private final PageRun larger = new PageRun();

    /** For a header without a run; null until it is needed. */
    private MemorySegment headerMemory;

    /**
     * Memory of the run, or for a header; the next byte to report and the next one to read, as
     * offsets in it.
     */
    private MemorySegment memory = MemorySegment.NULL;

    private int head;
    private int tail;

    /** An empty buffer. */
    ReadBuffer(PagePool pool) {
        this.pool = pool;
    }

    MemorySegment memory() {
        return memory;
    }

    /** Offset of the next byte to report. */
    int head() {
        return head;
    }

    /** Number of bytes to report. */
    int available() {
        return tail - head;
    }

    /** Bytes were reported. */
    void skip(int bytes) {
        head += bytes;
    }

    /** Discards everything, and returns the memory. */
    void clear() {
        pool.release(run);
        useMemory(0);
    }

    /** Returns the memory of a connection that is idle, unless a frame is incomplete. */
    void releaseIfEmpty() {
        if (head == tail) {
            clear();
        }
    }

    /**
     * Makes room for a read.
     *
     * @param frameBytes length of the first frame as far as it is known; all of it will fit
     * @return false when the memory is in use by other connections
     */
    boolean prepare(int frameBytes) {
        if (run.bytes() > 0) {
            compact();
            if (run.bytes() >= frameBytes && run.bytes() > available()) {
                return true;
            }
        }
        if (pool.tryTake(larger, BYTES, this)) {
            return moveToLarger();
        }
        if (frameBytes > HEADER_BYTES && pool.take(larger, frameBytes, this)) {
            return moveToLarger();
        }
        keepHeader();
        return frameBytes <= HEADER_BYTES;
    }

    /** Moves a header, complete or not, out of the run, which is returned. */
    private void keepHeader() {
        if (headerMemory == null) {
            headerMemory = Arena.ofAuto().allocate(HEADER_BYTES, Long.BYTES);
        }
        int bytes = available();
        if (memory != headerMemory) {
            MemorySegment.copy(memory, head, headerMemory, 0, bytes);
        }
        pool.release(run);
        memory = headerMemory;
        head = 0;
        tail = bytes;
    }

    private boolean moveToLarger() {
        int bytes = available();
        MemorySegment.copy(memory, head, larger.memory(), larger.base(), bytes);
        pool.release(run);
        run.moveFrom(larger);
        useMemory(bytes);
        return true;
    }

    /** Continues in the run, with a number of bytes that are there. */
    private void useMemory(int bytes) {
        memory = run.memory();
        head = (int) run.base();
        tail = head + bytes;
    }

    private void compact() {
        int start = (int) run.base();
        if (head > start) {
            MemorySegment.copy(memory, head, memory, start, tail - head);
            tail -= head - start;
            head = start;
        }
    }

    /**
     * Reads once, up to a number of bytes; with little memory, no more than the first frame.
     *
     * @return as the stream does
     */
    int read(TcpStream stream, int frameBytes, int most) throws IOException {
        int room = run.bytes() >= BYTES ? run.bytes() - available() : frameBytes - available();
        int n = stream.read(memory, tail, Math.min(most, room));
        tail += Math.max(0, n);
        return n;
    }

    /** Reads and discards up to a large number of bytes; returns as the stream does. */
    int discard(TcpStream stream) throws IOException {
        if (run.bytes() == 0) {
            pool.takeAnyway(run, BYTES);
        }
        useMemory(0);
        return stream.read(memory, head, run.bytes());
    }

    /**
     * The poll is over: returns the memory that is not needed.
     *
     * @param frameBytes length of the first frame as far as it is known
     */
    void settle(int frameBytes) {
        if (pool.isAmple()) {
            return;
        }
        if (head == tail) {
            clear();
        } else if (available() <= HEADER_BYTES) {
            keepHeader();
        } else if (run.bytes() > 0) {
            compact();
            pool.shrink(run, Math.max(frameBytes, available()));
        }
    }
}
