package musubi.tcp.relay;

import java.io.IOException;

/**
 * A circuit through this relay: finds the next hop, then copies bytes in both directions until both
 * have ended or either end fails.
 */
final class Circuit implements RelaySocket.Events {
    private final RelayServer server;
    private final RelaySocket caller;
    private final CircuitHeader header;
    private RelaySocket next;
    private CopyDirection forward;
    private CopyDirection back;

    private Circuit(RelayServer server, RelaySocket caller, CircuitHeader header) {
        this.server = server;
        this.caller = caller;
        this.header = header;
    }

    /** Takes the caller's connection over; refuses it if the way is not permitted. */
    static void begin(RelayServer server, RelaySocket caller, CircuitHeader header) {
        Circuit circuit = new Circuit(server, caller, header);
        caller.handOver(circuit);
        CircuitStatus refusal = circuit.refusal();
        if (refusal != null) {
            Farewell.send(caller, refusal, server.deadlines());
            return;
        }
        server.circuits().add(circuit);
        new NextHop(server, header, circuit).start();
    }

    private CircuitStatus refusal() {
        int self = server.id();
        if (header.visited().contains(self)) {
            return status(CircuitStatus.LOOP, "passed already, after " + header.visited());
        }
        if (header.hopLimit() < 1) {
            return status(CircuitStatus.TOO_MANY_HOPS, "hop limit, after " + header.visited());
        }
        if (header.chunkBytes() < 1) {
            return status(CircuitStatus.MALFORMED, "chunks of " + header.chunkBytes() + " bytes");
        }
        return server.buffers().admit()
                ? null
                : status(CircuitStatus.BUSY, "no memory for more circuits");
    }

    private CircuitStatus status(int code, String text) {
        return new CircuitStatus(code, server.refusal(text));
    }

    /** The next hop does not answer. */
    void unreachable(String cause) {
        leave();
        CircuitStatus status = status(CircuitStatus.UNREACHABLE, cause);
        Farewell.send(caller, status, server.deadlines());
    }

    /** The next hop is connected; a relay has the header. */
    void connected(RelaySocket found) {
        next = found;
        next.handOver(this);
        forward = new CopyDirection(caller, next, server.buffers(), header.chunkBytes());
        back = new CopyDirection(next, caller, server.buffers(), header.chunkBytes());
        try {
            if (header.isLast()) {
                caller.writeRecord(new CircuitStatus(CircuitStatus.CONNECTED, "").encode());
            }
            caller.awaitReadable(true);
            next.awaitReadable(true);
        } catch (IOException _) {
            close();
        }
    }

    @Override
    public void ready(RelaySocket socket) throws IOException {
        boolean readable = socket.isReadable();
        if (socket.isWritable()) {
            (socket == next ? forward : back).copy();
        }
        if (readable && isOpen()) {
            (socket == next ? back : forward).copy();
        }
        if (forward.hasEnded() && back.hasEnded()) {
            close();
        }
    }

    private boolean isOpen() {
        return caller.isOpen() && next.isOpen();
    }

    @Override
    public void failed(RelaySocket socket, IOException cause) {
        close();
    }

    /** Closes both ends. */
    void close() {
        if (leave()) {
            caller.close();
            if (next != null) {
                next.close();
            }
        }
    }

    private boolean leave() {
        if (!server.circuits().remove(this)) {
            return false;
        }
        if (next != null) {
            forward.release();
            back.release();
            server.counters().copied(forward.bytes() + back.bytes());
        }
        server.buffers().leave();
        return true;
    }
}
