package musubi.tcp.relay;

import musubi.tcp.relay.Deadlines.Deadline;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * Calls a relay and answers its challenge with an opening, or calls a rank, which sends no
 * challenge.
 */
final class Dialing implements RelaySocket.Events {
    private static final long LONGEST_NS = 3_000_000_000L;

    /** How it ends; one of the two methods is called once. */
    interface Result {
        /** The opening, if there is one, has been sent. The socket is the receiver's. */
        void connected(RelaySocket socket);

        /** The connection is closed. */
        void failed(String cause);
    }

    private final RelayServer server;
    private final RelayOpening opening;
    private final Result result;
    private final ByteBuffer challenge = ByteBuffer.allocate(RelayOpening.CHALLENGE_BYTES);
    private RelaySocket socket;
    private boolean connected;
    private Deadline deadline;
    private boolean over;

    private Dialing(RelayServer server, RelayOpening opening, Result result) {
        this.server = server;
        this.opening = opening;
        this.result = result;
    }

    /**
     * Starts.
     *
     * @param opening null for a call to a rank
     */
    static void start(
            RelayServer server, InetSocketAddress address, RelayOpening opening, Result result) {
        Dialing dialing = new Dialing(server, opening, result);
        dialing.expectResult();
        try {
            dialing.socket = RelaySocket.dial(address, server.selector(), dialing);
            dialing.ready(dialing.socket);
        } catch (IOException e) {
            dialing.fail(e.getMessage());
        }
    }

    /** Continues with a connection whose other end has called and is about to send a challenge. */
    static void resume(
            RelayServer server, RelaySocket called, RelayOpening opening, Result result) {
        Dialing dialing = new Dialing(server, opening, result);
        dialing.expectResult();
        dialing.socket = called;
        dialing.connected = true;
        called.handOver(dialing);
        called.awaitReadable(true);
    }

    private void expectResult() {
        deadline = server.deadlines().after(LONGEST_NS, () -> fail("no answer"));
    }

    @Override
    public void ready(RelaySocket ready) throws IOException {
        if (!connected && socket.finishConnect()) {
            connected = true;
            socket.handOver(this);
            if (opening == null) {
                finish();
                return;
            }
            socket.awaitReadable(true);
        }
        if (connected && socket.readFully(challenge)) {
            socket.writeRecord(opening.encode(server.key(), challenge.array()));
            finish();
        }
    }

    private void finish() {
        over = true;
        deadline.cancel();
        result.connected(socket);
    }

    @Override
    public void failed(RelaySocket failed, IOException cause) {
        fail(cause.getMessage());
    }

    private void fail(String cause) {
        if (over) {
            return;
        }
        over = true;
        deadline.cancel();
        if (socket != null) {
            socket.close();
        }
        result.failed(cause);
    }
}
