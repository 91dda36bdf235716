package musubi.tcp.record;

import musubi.tcp.socket.TcpStream;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * A stream that travels in records over another stream. All work runs on the calling thread.
 *
 * <p>Bytes count as sent when the kernel has taken their complete record. When a part of a record
 * remains here, its bytes are not counted; the caller offers the same bytes again later, as it does
 * when the kernel has no room, and they are skipped. Received bytes are returned only from complete
 * records that were opened without an error.
 *
 * <p>Thread rule: the thread with exclusive access.
 */
public abstract class RecordStream extends TcpStream {
    private final TcpStream raw;
    private final RecordInput input;

    /** The next two are null before {@link #start}. */
    private RecordOutput output;

    /** Opened, not yet read. */
    private ByteBuffer opened;

    /** Whether the end of the input was reached. */
    private boolean ended;

    /** A failure to send that was not reported yet. */
    private IOException failure;

    /** A stream over another one, without buffers for data. */
    protected RecordStream(TcpStream raw, RecordInput input) {
        this.raw = raw;
        this.input = input;
        raw.onReady(this::onRawReady);
    }

    /**
     * Data may follow.
     *
     * @param records to be sent
     * @param content of received records: an array-backed buffer for one of any length, without
     *     remaining bytes
     */
    protected final void start(RecordOutput records, ByteBuffer content) {
        output = records;
        opened = content;
    }

    private void onRawReady() {
        setReady(raw.isReadable(), raw.isWritable(), false);
    }

    /** The stream that carries the records. */
    protected final TcpStream raw() {
        return raw;
    }

    /** Records that wait for the kernel; null before {@link #start}. */
    protected final RecordOutput output() {
        return output;
    }

    /** Whether the end of the input was reached. */
    protected final boolean hasEnded() {
        return ended;
    }

    /** No more records follow. */
    protected final void end() {
        ended = true;
    }

    /** An empty array-backed buffer, which {@link #seal} takes when bytes to send are in it. */
    protected abstract ByteBuffer unsealed();

    /** Adds the records for bytes to send, which are before the position of a buffer. */
    protected abstract void seal(ByteBuffer content) throws IOException;

    /**
     * Opens the next record of the input.
     *
     * @param bytes length of the record
     * @param content the buffer of {@link #start}; ready for reading afterwards
     */
    protected abstract void open(int bytes, ByteBuffer content) throws IOException;

    /**
     * Length of the next record, after reading if necessary; 0 when it is incomplete.
     *
     * @param force whether to read even if the stream is not readable
     */
    protected final int arrivedRecord(boolean force) throws IOException {
        int bytes = input.nextRecordBytes();
        boolean mayRead = force || raw.isReadable();
        while (bytes == 0 && mayRead && !ended) {
            int n = input.fill(raw);
            ended = n < 0;
            bytes = input.nextRecordBytes();
            mayRead = n > 0 && raw.isReadable();
        }
        return bytes;
    }

    @Override
    protected boolean finishConnecting() throws IOException {
        return raw.finishConnect();
    }

    @Override
    protected int receive(MemorySegment memory, long offset, int bytes) throws IOException {
        int done = 0;
        while (done < bytes && (opened.hasRemaining() || openContent(done == 0))) {
            int n = Math.min(bytes - done, opened.remaining());
            int from = opened.position();
            MemorySegment.copy(
                    opened.array(), from, memory, ValueLayout.JAVA_BYTE, offset + done, n);
            opened.position(from + n);
            done += n;
        }
        if (ended) {
            if (done == 0) {
                return -1;
            }
            forceReadable();
        }
        return done;
    }

    /** Opens the next records with content; false when none is complete. */
    private boolean openContent(boolean forceRead) throws IOException {
        boolean force = forceRead;
        for (int bytes = arrivedRecord(force); bytes > 0; bytes = arrivedRecord(force)) {
            open(bytes, opened);
            if (opened.hasRemaining()) {
                return true;
            }
            force = false;
        }
        return false;
    }

    @Override
    protected long send(MemorySegment memory, long offset, int bytes) throws IOException {
        return send(memory, offset, bytes, MemorySegment.NULL, 0, 0);
    }

    @Override
    protected long send(
            MemorySegment first,
            long firstOffset,
            int firstBytes,
            MemorySegment second,
            long offset,
            int bytes)
            throws IOException {
        if (failure != null) {
            throw failure;
        }
        int all = firstBytes + bytes;
        int sent = 0;
        try {
            sent += output.flush(raw);
            while (output.isEmpty() && sent < all) {
                for (int at = sent; at < all && output.hasRoom(); ) {
                    ByteBuffer content = unsealed();
                    int ofFirst = take(content, first, firstOffset + at, firstBytes - at);
                    int past = Math.max(0, at - firstBytes);
                    int ofSecond = take(content, second, offset + past, bytes - past);
                    seal(content);
                    at += ofFirst + ofSecond;
                }
                sent += output.flush(raw);
            }
        } catch (IOException e) {
            if (sent == 0) {
                throw e;
            }
            // The peer may acknowledge the data sent before, which therefore has to be counted.
            failure = e;
        }
        if (sent > all) {
            throw new IllegalStateException(
                    "other bytes than offered before: sent=" + sent + " of=" + all);
        }
        return sent;
    }

    /** Moves as many bytes as fit into the content of a record; returns their number. */
    private static int take(ByteBuffer to, MemorySegment memory, long offset, int bytes) {
        int n = Math.clamp(bytes, 0, to.remaining());
        if (n > 0) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, to.array(), to.position(), n);
            to.position(to.position() + n);
        }
        return n;
    }

    /** The stream below waits for room already, but a failure is to be reported at once. */
    @Override
    protected void requestWritable() {
        if (failure != null) {
            setReady(true, true, true);
        }
    }

    @Override
    public TcpStream underlying() {
        return raw.underlying();
    }

    @Override
    public void close() {
        raw.close();
    }
}
