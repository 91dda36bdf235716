package musubi.tcp.tls;

import musubi.tcp.socket.TcpInfo;
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
 * A stream that is encrypted with TLS 1.3, over another one. All of it happens on the thread that
 * calls, also what TLS would leave to others; a handshake takes about a millisecond of processor
 * time on each side.
 *
 * <pre>
 *   called: awaits a first record with the token --+
 *                                                  v
 *   caller: ---------------------------------> handshake ---> secured ---> ended
 * </pre>
 *
 * <p>Plaintext counts as sent when the kernel has the whole record that it is in. A part of a
 * record may stay behind here; then the plaintext of it is not counted, the caller offers the same
 * bytes again some time, as it would if the kernel had had no room, and they are passed over.
 */
public final class TlsStream extends TcpStream {
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final TcpStream raw;
    private final TlsContext context;
    private final boolean client;
    private final TlsInput input = new TlsInput();

    /** The next three are null until the other side is known to be of the job. */
    private SSLEngine engine;

    private TlsOutput output;

    /** Decrypted and not read yet. */
    private ByteBuffer plaintext;

    private boolean secured;

    /** Nothing more arrives. */
    private boolean ended;

    /** Why nothing more can be sent, when that has not been told yet. */
    private IOException failure;

    /**
     * A stream over this one, which nothing has gone over yet.
     *
     * @param calls whether it is this rank that makes the connection
     */
    public TlsStream(TcpStream raw, TlsContext kit, boolean calls) {
        this.raw = raw;
        this.context = kit;
        this.client = calls;
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

    /** Begins, when the other side has shown that it is of the job; false when it has to wait. */
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

    /** So that the caller can tell its user. */
    private void sendRefusal() throws IOException {
        TlsOutput refusal = new TlsOutput(TlsRecord.HEADER_BYTES);
        refusal.add(TlsRecord.refusalAlert());
        refusal.flush(raw);
    }

    /** Does the next step of the handshake; false when it has to wait. */
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
                // TLS has seen to it; an engine that is closed says the same, though.
                if (engine.getSession().getPeerCertificates().length == 0 || isClosed()) {
                    throw new SSLException("the handshake ended too early");
                }
                secured = true;
                // What has come behind the handshake is here already.
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

    /** Lets TLS say what it has to say by itself; false when it says nothing more. */
    private boolean wrapEmpty() throws SSLException {
        context.sealed.clear();
        SSLEngineResult result = engine.wrap(EMPTY, context.sealed);
        output.add(context.sealed, 0);
        return result.getStatus() != SSLEngineResult.Status.CLOSED;
    }

    /** After a failure: tells the other side, if possible. */
    private void sendAlert() {
        try {
            wrapEmpty();
            output.flush(raw);
        } catch (IOException e) {
            // The other side hears of the end all the same.
            return;
        }
    }

    /**
     * The length of the next record, which is read if need be; 0 when it has not arrived whole.
     *
     * @param look whether to ask the kernel although the event loop has said nothing
     */
    private int arrivedRecord(boolean look) throws IOException {
        int bytes = input.nextRecordBytes();
        boolean ask = look || raw.isReadable();
        while (bytes == 0 && ask && !ended) {
            int n = input.fill(raw);
            ended = n < 0;
            bytes = input.nextRecordBytes();
            ask = n > 0 && raw.isReadable();
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
            throw new SSLException("a record was not taken: result=" + result);
        }
        if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            runTasks();
        }
    }

    @Override
    public boolean finishConnecting() throws IOException {
        return raw.finishConnect();
    }

    @Override
    public int receive(MemorySegment memory, long offset, int bytes) throws IOException {
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

    /** Makes more plaintext; false when nothing has come. */
    private boolean decrypt(boolean look) throws IOException {
        boolean ask = look;
        for (int bytes = arrivedRecord(ask); bytes > 0; bytes = arrivedRecord(ask)) {
            unwrap(bytes);
            if (plaintext.hasRemaining()) {
                return true;
            }
            ask = false;
        }
        return false;
    }

    @Override
    public long send(MemorySegment memory, long offset, int bytes) throws IOException {
        return send(memory, offset, bytes, MemorySegment.NULL, 0, 0);
    }

    @Override
    public long send(
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
            // The peer may have got what was sent, and tell: it has to be counted.
            failure = e;
        }
        if (sent > all) {
            throw new IllegalStateException("other bytes than before: sent=" + sent + " of=" + all);
        }
        return sent;
    }

    /** Takes of so many bytes what there is room for into the plaintext to be encrypted. */
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

    /**
     * What the kernel did not take waits for room, for which the stream below waits already; but a
     * failure is to be told at once.
     */
    @Override
    public void requestWritable() {
        if (failure != null) {
            setReady(true, true, true);
        }
    }

    @Override
    public boolean readTcpInfo(TcpInfo into) {
        return raw.readTcpInfo(into);
    }

    @Override
    public void resizeBuffers(int sendBytes, int receiveBytes) {
        raw.resizeBuffers(sendBytes, receiveBytes);
    }

    @Override
    public void shutdownOutput() throws IOException {
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
