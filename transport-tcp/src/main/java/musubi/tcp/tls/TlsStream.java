package musubi.tcp.tls;

import musubi.tcp.record.RecordOutput;
import musubi.tcp.record.RecordStream;
import musubi.tcp.socket.TcpStream;
import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;
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
 */
final class TlsStream extends RecordStream {
    private static final ByteBuffer EMPTY = ByteBuffer.allocate(0);

    private final TlsContext context;
    private final boolean client;
    private final TlsInput input;

    /** Null until the other side has shown the job's token. */
    private SSLEngine engine;

    /** Decrypted, not yet read; null as above. */
    private ByteBuffer plaintext;

    private boolean secured;

    /**
     * A stream over one that has carried no data yet.
     *
     * @param client whether this rank initiates the connection
     */
    TlsStream(TcpStream raw, TlsContext context, boolean client) {
        this(raw, context, client, new TlsInput());
    }

    private TlsStream(TcpStream raw, TlsContext context, boolean client, TlsInput input) {
        super(raw, input);
        this.input = input;
        this.context = context;
        this.client = client;
    }

    private void startEngine() throws SSLException {
        engine = context.engine(client);
        engine.beginHandshake();
        plaintext = context.newPlaintext();
        start(context.newOutput(), plaintext);
        input.grow();
    }

    @Override
    public boolean hasJobToken() {
        return engine != null;
    }

    @Override
    public boolean secure() throws IOException {
        try {
            while (!secured) {
                if (hasEnded()) {
                    throw new EOFException("the connection was closed during the handshake");
                }
                if (!(engine == null ? startAfterToken() : step())) {
                    return false;
                }
            }
            return true;
        } catch (SSLException e) {
            end();
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
                return hasEnded();
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
        RecordOutput refusal = new RecordOutput(TlsRecord.HEADER_BYTES);
        refusal.add(TlsRecord.refusalAlert());
        refusal.flush(raw());
    }

    /** Performs the next step of the handshake; false while waiting. */
    private boolean step() throws IOException {
        output().flush(raw());
        if (!output().isEmpty()) {
            return false;
        }
        switch (engine.getHandshakeStatus()) {
            case NEED_TASK -> runTasks();
            case NEED_WRAP -> {
                if (!wrapEmpty()) {
                    end();
                }
            }
            case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                int bytes = arrivedRecord(false);
                if (bytes > 0) {
                    unwrap(bytes);
                }
                return bytes > 0 || hasEnded();
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
        output().add(context.sealed, 0);
        return result.getStatus() != SSLEngineResult.Status.CLOSED;
    }

    /** Sends the alert for a failure, if possible. */
    private void sendAlert() {
        try {
            wrapEmpty();
            output().flush(raw());
        } catch (IOException e) {
            // The other side sees the end of the connection all the same.
            return;
        }
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
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            end();
        }
        if (context.received.hasRemaining() && !hasEnded()) {
            throw new SSLException("a record was not decrypted: result=" + result);
        }
        if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            runTasks();
        }
    }

    @Override
    protected void open(int bytes, ByteBuffer content) throws IOException {
        try {
            unwrap(bytes);
        } catch (SSLException e) {
            throw TlsFailure.of(e);
        }
    }

    @Override
    protected ByteBuffer unsealed() {
        return context.plaintext.clear();
    }

    @Override
    protected void seal(ByteBuffer content) throws IOException {
        ByteBuffer from = content.flip();
        while (from.hasRemaining()) {
            context.sealed.clear();
            int before = from.remaining();
            SSLEngineResult result = engine.wrap(from, context.sealed);
            if (result.getStatus() != SSLEngineResult.Status.OK) {
                throw new SSLException("cannot encrypt: result=" + result);
            }
            output().add(context.sealed, before - from.remaining());
            if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
                runTasks();
            }
        }
    }

    @Override
    protected void shutdownOutput() throws IOException {
        if (secured) {
            output().flush(raw());
            engine.closeOutbound();
            if (output().isEmpty()) {
                wrapEmpty();
                output().flush(raw());
            }
        }
        raw().closeOutput();
    }
}
