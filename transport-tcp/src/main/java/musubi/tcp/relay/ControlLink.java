package musubi.tcp.relay;

import musubi.tcp.relay.Deadlines.Deadline;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A control connection between two relays of different sites. Records of {@value #RECORD_BYTES}
 * bytes go both ways: a code, and a token of {@value #TOKEN_BYTES} bytes. Each side sends a ping
 * every second; silence of three seconds means that the other relay's host, or the way to it, is
 * dead.
 */
final class ControlLink implements RelaySocket.Events {
    static final int TOKEN_BYTES = 16;
    static final int RECORD_BYTES = 1 + TOKEN_BYTES;

    private static final byte PING = 16;

    /** The receiver is to connect to the sender's address, with the token. */
    private static final byte CALL_ME = 17;

    private static final long PING_NS = 1_000_000_000L;
    private static final long SILENCE_NS = 3_000_000_000L;

    /** What follows from the records and the end of a link. */
    interface Listener {
        /** The first record has arrived. */
        void established(ControlLink link);

        /** The other relay requests a connection. */
        void callMe(ControlLink link, byte[] token);

        /**
         * The link has ended.
         *
         * @param silent whether the other relay no longer answers
         */
        void ended(ControlLink link, boolean silent);
    }

    private final int peer;
    private final RelaySocket socket;
    private final Deadlines deadlines;
    private final Listener listener;
    private final ByteBuffer record = ByteBuffer.allocate(RECORD_BYTES);
    private long heardNs = System.nanoTime();
    private Deadline nextPing;
    private boolean established;

    /** A link over a socket whose opening has been sent or accepted. */
    ControlLink(int peer, RelaySocket socket, Deadlines deadlines, Listener listener) {
        this.peer = peer;
        this.socket = socket;
        this.deadlines = deadlines;
        this.listener = listener;
    }

    /** Takes the socket over. */
    void start() {
        socket.handOver(this);
        socket.awaitReadable(true);
        ping();
    }

    /** The id of the other relay. */
    int peer() {
        return peer;
    }

    /** Requests a connection from the other relay. */
    void requestCall(byte[] token) {
        send(CALL_ME, token);
    }

    private void ping() {
        if (System.nanoTime() - heardNs > SILENCE_NS) {
            end(true);
        } else {
            nextPing = deadlines.after(PING_NS, this::ping);
            send(PING, new byte[TOKEN_BYTES]);
        }
    }

    private void send(byte code, byte[] token) {
        try {
            socket.writeRecord(ByteBuffer.allocate(RECORD_BYTES).put(code).put(token).array());
        } catch (IOException _) {
            end(false);
        }
    }

    @Override
    public void ready(RelaySocket ready) throws IOException {
        while (socket.isOpen() && socket.readFully(record)) {
            heardNs = System.nanoTime();
            byte[] received = record.array().clone();
            record.clear();
            handle(received);
        }
    }

    private void handle(byte[] received) throws IOException {
        if (received[0] != PING && received[0] != CALL_ME) {
            throw new EOFException("not a control record: " + received[0]);
        }
        if (!established) {
            established = true;
            listener.established(this);
        }
        if (received[0] == CALL_ME) {
            byte[] token = new byte[TOKEN_BYTES];
            System.arraycopy(received, 1, token, 0, TOKEN_BYTES);
            listener.callMe(this, token);
        }
    }

    @Override
    public void failed(RelaySocket failed, IOException cause) {
        end(false);
    }

    /** Closes the connection. */
    void close() {
        end(false);
    }

    private void end(boolean silent) {
        if (nextPing != null) {
            nextPing.cancel();
        }
        if (socket.isOpen()) {
            socket.close();
            listener.ended(this, silent);
        }
    }
}
