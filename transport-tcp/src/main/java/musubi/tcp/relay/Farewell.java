package musubi.tcp.relay;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Refuses a connection: sends a status, and reads what the caller has sent until it closes, because
 * unread data would make the kernel send a reset that overtakes the status.
 */
final class Farewell implements RelaySocket.Events {
    private static final long LONGEST_NS = 2_000_000_000L;

    private final ByteBuffer discarded = ByteBuffer.allocate(RelayOpening.MAX_BYTES);

    private Farewell() {}

    /** Sends the status and takes the socket over. */
    static void send(RelaySocket socket, CircuitStatus status, Deadlines deadlines) {
        Farewell farewell = new Farewell();
        socket.handOver(farewell);
        try {
            socket.writeRecord(status.encode());
            socket.shutdownOutput();
            socket.awaitReadable(true);
            deadlines.after(LONGEST_NS, socket::close);
        } catch (IOException _) {
            socket.close();
        }
    }

    @Override
    public void ready(RelaySocket socket) throws IOException {
        if (socket.read(discarded.clear()) < 0) {
            socket.close();
        }
    }

    @Override
    public void failed(RelaySocket socket, IOException cause) {
        socket.close();
    }
}
