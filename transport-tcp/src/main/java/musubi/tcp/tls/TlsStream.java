package musubi.tcp.tls;

import musubi.tcp.socket.TcpStream;
import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLException;

/**
 * A stream encrypted with TLS 1.3 over another stream. All work, including delegated tasks, runs on
 * the calling thread; a handshake takes about a millisecond of processor time on each side.
 *
 * <pre>
 *   server: awaits a first record with the token --+
 *                                                  v
 *   client: ---------------------------------> handshake ---> secured ---> ended
 * </pre>
 *
 * <p>Plaintext counts as sent when the kernel has taken its complete record. When a part of a
 * record remains here, its plaintext is not counted; the caller offers the same bytes again later,
 * as it does when the kernel has no room, and they are skipped.
 */
final class TlsStream extends TcpStream {
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final TcpStream raw;
    private final TlsContext context;
    private final boolean client;
    private final TlsInput input = new TlsInput();

    /** The next three are null until the other side has shown the job's token. */
    private SSLEngine engine;

    private TlsOutput output;

    /** Decrypted, not yet read. */
    private ByteBuffer plaintext;

    private boolean secured;

    /** Whether the end of the input was reached. */
    private boolean ended;

    /** A failure to send that was not reported yet. */
    private IOException failure;

    /**
     * A stream over one that has carried no data yet.
     *
     * @param client whether this rank initiates the connection
     */
    TlsStream(TcpStream raw, TlsContext context, boolean client) {
        this.raw = raw;
        this.context = context;
        this.client = client;
        raw.onReady(this::onRawReady);
    }

    private void startEngine() throws SSLException {
        engine = context.engine(client);
        engine.beginHandshake();
        output = context.newOutput();
        plaintext = context.newPlaintext();
        input.grow();
    }

    private void onRawReady() {
        setReady(raw.isReadable(), raw.isWritable(), false);
    }

    @Override
    public boolean hasJobToken() {
        return engine != null;
    }

    @Override
    public boolean secure() throws IOException {
        try {
            while (!secured) {
                if (ended) {
                    throw new EOFException("the connection was closed during the handshake");
                }
                if (!(engine == null ? startAfterToken() : step())) {
                    return false;
                }
            }
            return true;
        } catch (SSLException e) {
            ended = true;
            sendAlert();
            throw TlsFailure.of(e);
        }
    }

    /** Starts the engine once the other side has shown the token; false while waiting for it. */
    private boolean startAfterToken() throws IOException {
        if (client) {
            startEngine();
            return true;
        }
        try {
            int bytes = arrivedRecord(false);
            if (bytes == 0) {
                return ended;
            }
            if (!input.contains(context.token(), bytes)) {
                throw new TlsFailure(TlsFailure.OTHER_JOB, null);
            }
            startEngine();
            return true;
        } catch (TlsFailure e) {
            sendRefusal();
            throw e;
        }
    }

    /** Sends an alert, from which the initiator reports the cause. */
    private void sendRefusal() throws IOException {
        TlsOutput refusal = new TlsOutput(TlsRecord.HEADER_BYTES);
        refusal.add(TlsRecord.refusalAlert());
        refusal.flush(raw);
    }

    /** Performs the next step of the handshake; false while waiting. */
    private boolean step() throws IOException {
        output.flush(raw);
        if (!output.isEmpty()) {
            return false;
        }
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> runTasks();
            case NEED_WRAP -> ended |= !wrapEmpty();
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                int bytes = arrivedRecord(false);
                if (bytes > 0) {
                    unwrap(bytes);
                }
                return bytes > 0 || ended;
            }
            default -> {
                // The certificate is verified, unless the engine is closed, in the same status.
                if (engine.getSession().getPeerCertificates().length == 0 || isClosed()) {
                    throw new SSLException("the handshake ended too early");
                }
                secured = true;
                // Data received behind the handshake is buffered already.
                setReady(true, true, false);
            }
        }
        return true;
    }

    private boolean isClosed() {
        return engine.isInboundDone() || engine.isOutboundDone();
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask();
                task != null;
                task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /** Wraps a record without plaintext; false when the engine is closed. */
    private boolean wrapEmpty() throws SSLException {
        context.sealed.clear();
        SSLEngineResult result = engine.wrap(EMPTY, context.sealed);
        output.add(context.sealed, 0);
        return result.getStatus() != SSLEngineResult.Status.CLOSED;
    }

    /** Sends the alert for a failure, if possible. */
    private void sendAlert() {
        try {
            wrapEmpty();
            output.flush(raw);
        } catch (IOException e) {
            // The other side sees the end of the connection all the same.
            return;
        }
    }

    /**
     * Length of the next record, after reading if necessary; 0 when it is incomplete.
     *
     * @param force whether to read even if the stream is not readable
     */
    private int arrivedRecord(boolean force) throws IOException {
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

    private void unwrap(int bytes) throws SSLException {
        input.take(bytes, context.received);
        plaintext.clear();
        SSLEngineResult result;
        try {
            result = engine.unwrap(context.received, plaintext);
        } finally {
            plaintext.flip();
        }
        ended |= result.getStatus() == SSLEngineResult.Status.CLOSED;
        if (context.received.hasRemaining() && !ended) {
            throw new SSLException("a record was not decrypted: result=" + result);
        }
        if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            runTasks();
        }
    }

    @Override
    protected boolean finishConnecting() throws IOException {
        return raw.finishConnect();
    }

    @Override
    protected int receive(MemorySegment memory, long offset, int bytes) throws IOException {
        int done = 0;
        try {
            while (done < bytes && (plaintext.hasRemaining() || decrypt(done == 0))) {
                int n = Math.min(bytes - done, plaintext.remaining());
                int from = plaintext.position();
                MemorySegment.copy(
                        plaintext.array(), from, memory, ValueLayout.JAVA_BYTE, offset + done, n);
                plaintext.position(from + n);
                done += n;
            }
        } catch (SSLException e) {
            throw TlsFailure.of(e);
        }
        if (ended) {
            if (done == 0) {
                return -1;
            }
            forceReadable();
        }
        return done;
    }

    /** Decrypts the next records with plaintext; false when none is complete. */
    private boolean decrypt(boolean forceRead) throws IOException {
        boolean force = forceRead;
        for (int bytes = arrivedRecord(force); bytes > 0; bytes = arrivedRecord(force)) {
            unwrap(bytes);
            if (plaintext.hasRemaining()) {
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
                    context.plaintext.clear();
                    int ofFirst = take(first, firstOffset + at, firstBytes - at);
                    int past = Math.max(0, at - firstBytes);
                    int ofSecond = take(second, offset + past, bytes - past);
                    encrypt();
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

    /** Moves as many bytes as fit into the plaintext to be encrypted; returns their number. */
    private int take(MemorySegment memory, long offset, int bytes) {
        ByteBuffer to = context.plaintext;
        int n = Math.clamp(bytes, 0, to.remaining());
        if (n > 0) {
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, to.array(), to.position(), n);
            to.position(to.position() + n);
        }
        return n;
    }

    private void encrypt() throws SSLException {
        ByteBuffer from = context.plaintext.flip();
        while (from.hasRemaining()) {
            context.sealed.clear();
            int before = from.remaining();
            SSLEngineResult result = engine.wrap(from, context.sealed);
            if (result.getStatus() != SSLEngineResult.Status.OK) {
                throw new SSLException("cannot encrypt: result=" + result);
            }
            output.add(context.sealed, before - from.remaining());
            if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
                runTasks();
            }
        }
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
        return raw;
    }

    @Override
    protected void shutdownOutput() throws IOException {
        if (secured) {
            output.flush(raw);
            engine.closeOutbound();
            if (output.isEmpty()) {
                wrapEmpty();
                output.flush(raw);
            }
        }
        raw.closeOutput();
    }

    @Override
    public void close() {
        raw.close();
    }
}
