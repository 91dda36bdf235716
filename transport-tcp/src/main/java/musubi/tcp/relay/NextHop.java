package musubi.tcp.relay;

import musubi.tcp.relay.Deadlines.Deadline;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Connects a circuit to its next hop: a rank by a connection alone, a relay by the opening that
 * answers its challenge, too.
 */
final class NextHop implements RelaySocket.Events {
    private static final long LONGEST_NS = 3_000_000_000L;

    private final RelayServer server;
    private final CircuitHeader header;
    private final Circuit circuit;
    private final ByteBuffer challenge = ByteBuffer.allocate(RelayOpening.CHALLENGE_BYTES);
    private RelaySocket socket;
    private boolean connected;
    private Deadline deadline;

    NextHop(RelayServer server, CircuitHeader header, Circuit circuit) {
        this.server = server;
        this.header = header;
        this.circuit = circuit;
    }

    void start() {
        deadline = server.deadlines().after(LONGEST_NS, () -> fail("no answer"));
        try {
            socket = RelaySocket.dial(header.next().address(), server.selector(), this);
            ready(socket);
        } catch (IOException e) {
            fail(e.getMessage());
        }
    }

    @Override
    public void ready(RelaySocket ready) throws IOException {
        if (!connected && socket.finishConnect()) {
            connected = true;
            socket.handOver(this);
            if (header.isLast()) {
                finish();
                return;
            }
            socket.awaitReadable(true);
        }
        if (connected && socket.readFully(challenge)) {
            RelayOpening opening = header.after(server.id()).opening();
            socket.writeRecord(opening.encode(server.key(), challenge.array()));
            finish();
        }
    }

    private void finish() {
        deadline.cancel();
        circuit.connected(socket);
    }

    @Override
    public void failed(RelaySocket failed, IOException cause) {
        fail(cause.getMessage());
    }

    private void fail(String cause) {
        deadline.cancel();
        if (socket != null) {
            socket.close();
        }
        circuit.unreachable("cannot connect to " + header.next().address() + ": " + cause);
    }
}
