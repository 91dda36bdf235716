package musubi.tcp.relay;

import musubi.tcp.relay.CircuitHeader.Hop;
import musubi.tcp.relay.Deadlines.Deadline;

import java.io.IOException;

/**
 * A circuit through this relay: finds the next hop, then copies bytes in both directions until both
 * have ended or either end fails.
 */
final class Circuit implements RelaySocket.Events, Dialing.Result {
    /** Longest pause of one direction after the end of the other. */
    private static final long HALF_CLOSED_NS = 60_000_000_000L;

    private final RelayServer server;
    private final RelaySocket caller;
    private final CircuitHeader header;
    private RelaySocket next;
    private CopyDirection forward;
    private CopyDirection back;
    private boolean calledBack;
    private Deadline idleCheck;

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
        circuit.findNext();
    }

    private void findNext() {
        Hop hop = header.next();
        RelayNetwork network = server.network();
        if (header.isLast()) {
            Dialing.start(server, hop.address(), null, this);
        } else if (network.isReachedByCallBackOnly(hop.id())) {
            callBack();
        } else {
            Dialing.start(server, hop.address(), opening(), this);
        }
    }

    private void callBack() {
        calledBack = true;
        server.network().requestCall(header.next().id(), opening(), this);
    }

    private RelayOpening opening() {
        return header.after(server.id()).opening();
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

    /** The next hop does not answer; it may be a relay that can call. */
    @Override
    public void failed(String cause) {
        if (!server.circuits().contains(this)) {
            return;
        }
        Hop hop = header.next();
        if (!header.isLast() && !calledBack && server.network().mayCallBack(hop.id())) {
            callBack();
            return;
        }
        leave();
        String text = "cannot connect to " + hop.address() + ": " + cause;
        Farewell.send(caller, status(CircuitStatus.UNREACHABLE, text), server.deadlines());
    }

    /** Whether a relay is the next hop or the one before. */
    boolean isNextTo(int relay) {
        boolean before = !header.visited().isEmpty() && header.visited().getLast() == relay;
        return before || !header.isLast() && header.next().id() == relay;
    }

    /** The next hop is connected; a relay has the header. */
    @Override
    public void connected(RelaySocket found) {
        if (!server.circuits().contains(this)) {
            found.close();
            return;
        }
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
        } else if ((forward.hasEnded() || back.hasEnded()) && idleCheck == null) {
            closeWhenIdle(-1);
        }
    }

    /**
     * Closes a circuit of which one direction has ended, once the other one stands still: its
     * sender may have closed both, which the relay cannot see while it has nothing to write.
     */
    private void closeWhenIdle(long before) {
        long now = forward.bytes() + back.bytes();
        if (now == before) {
            close();
        } else {
            idleCheck = server.deadlines().after(HALF_CLOSED_NS, () -> closeWhenIdle(now));
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
        if (idleCheck != null) {
            idleCheck.cancel();
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
