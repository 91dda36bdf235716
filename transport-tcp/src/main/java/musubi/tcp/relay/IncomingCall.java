package musubi.tcp.relay;

import musubi.tcp.relay.Deadlines.Deadline;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A connection whose opening the relay awaits: sends the challenge and reads the record, not a byte
 * more. The relay closes it when the opening does not arrive in time.
 */
final class IncomingCall implements RelaySocket.Events {
    private static final long LONGEST_NS = 10_000_000_000L;

    private final RelayServer server;
    private final RelaySocket socket;
    private final byte[] challenge;
    private ByteBuffer record = ByteBuffer.allocate(RelayOpening.PREFIX_BYTES);
    private boolean hasLength;
    private Deadline deadline;

    private IncomingCall(RelayServer server, RelaySocket socket) {
        this.server = server;
        this.socket = socket;
        challenge = server.key().newChallenge();
    }

    /** Takes a new connection over. */
    static void answer(RelayServer server, RelaySocket socket) {
        IncomingCall call = new IncomingCall(server, socket);
        server.calls().add(call);
        socket.handOver(call);
        call.deadline = server.deadlines().after(LONGEST_NS, call::close);
        try {
            socket.writeRecord(call.challenge);
            socket.awaitReadable(true);
        } catch (IOException _) {
            call.close();
        }
    }

    @Override
    public void ready(RelaySocket ready) throws IOException {
        RelayKey key = server.key();
        try {
            if (!hasLength && socket.readFully(record)) {
                hasLength = true;
                int length = RelayOpening.length(record, key);
                record = ByteBuffer.allocate(length).put(record.flip());
            }
            if (hasLength && socket.readFully(record)) {
                open(RelayOpening.decode(record.array(), key, challenge));
            }
        } catch (MalformedRecordException e) {
            refuse(new CircuitStatus(CircuitStatus.MALFORMED, server.refusal(e.getMessage())));
        }
    }

    private void open(RelayOpening opening) throws MalformedRecordException {
        if (opening == null) {
            String text = server.refusal("the caller does not have the job's secret");
            refuse(new CircuitStatus(CircuitStatus.UNAUTHENTICATED, text));
            return;
        }
        leave();
        server.opened(socket, opening);
    }

    private void refuse(CircuitStatus status) {
        leave();
        Farewell.send(socket, status, server.deadlines());
    }

    private void leave() {
        deadline.cancel();
        server.calls().remove(this);
    }

    @Override
    public void failed(RelaySocket failed, IOException cause) {
        close();
    }

    /** Closes the connection. */
    void close() {
        leave();
        socket.close();
    }
}
