package musubi.tcp.relay;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The other relays, and how this one reaches each: by a call, if its control connection to it
 * stands; else by a request to call back, over the control connection that the other one has
 * opened. For the relay's thread.
 */
final class RelayNetwork implements ControlDialer.Owner {
    /** Receives the ids of relays, and whether a call has succeeded. */
    private final BiConsumer<Integer, Boolean> reached;

    private final RelayServer server;
    private final Map<Integer, RelayPeer> peers = new HashMap<>();
    private final Map<Integer, ControlDialer> dialers = new HashMap<>();

    /** Links that others have opened. */
    private final Map<Integer, ControlLink> accepted = new HashMap<>();

    /** Circuits that await a connection with a token. */
    private final Map<ByteBuffer, Dialing.Result> awaited = new HashMap<>();

    RelayNetwork(RelayServer server, BiConsumer<Integer, Boolean> reached) {
        this.server = server;
        this.reached = reached;
    }

    /** Adds the other relays and calls those of other sites. */
    void join(String site, List<RelayPeer> all) {
        for (RelayPeer peer : all) {
            if (peer.id() != server.id() && peers.put(peer.id(), peer) == null) {
                if (!peer.site().equals(site)) {
                    ControlDialer dialer = new ControlDialer(server, peer, this);
                    dialers.put(peer.id(), dialer);
                    dialer.dial();
                }
            }
        }
    }

    /** Whether a call to the relay would fail, but it has called this one. */
    boolean isReachedByCallBackOnly(int relay) {
        ControlDialer dialer = dialers.get(relay);
        return accepted.containsKey(relay) && (dialer == null || !dialer.isEstablished());
    }

    /** Whether the relay has a control connection to this one. */
    boolean mayCallBack(int relay) {
        return accepted.containsKey(relay);
    }

    /** Another relay has opened a control connection; it replaces the one before. */
    void accept(int relay, RelaySocket socket) {
        ControlLink before = accepted.remove(relay);
        if (before != null) {
            before.close();
        }
        ControlLink link = new ControlLink(relay, socket, server.deadlines(), this);
        accepted.put(relay, link);
        link.start();
    }

    /** Requests a connection from a relay for a circuit. */
    void requestCall(int relay, RelayOpening opening, Dialing.Result result) {
        byte[] token = server.key().newChallenge();
        ByteBuffer key = ByteBuffer.wrap(token);
        new CallBack(key, opening, result).await();
        accepted.get(relay).requestCall(token);
    }

    /** A connection that this relay has requested has arrived; false if it has not. */
    boolean calledBack(byte[] token, RelaySocket socket) {
        Dialing.Result waiting = awaited.get(ByteBuffer.wrap(token));
        if (waiting == null) {
            return false;
        }
        waiting.connected(socket);
        return true;
    }

    /** A circuit that waits for the connection with its token. */
    private final class CallBack implements Dialing.Result {
        private static final long LONGEST_NS = 3_000_000_000L;

        private final ByteBuffer token;
        private final RelayOpening opening;
        private final Dialing.Result result;
        private Deadlines.Deadline deadline;

        private CallBack(ByteBuffer token, RelayOpening opening, Dialing.Result result) {
            this.token = token;
            this.opening = opening;
            this.result = result;
        }

        private void await() {
            awaited.put(token, this);
            deadline = server.deadlines().after(LONGEST_NS, () -> failed("no call back"));
        }

        @Override
        public void connected(RelaySocket socket) {
            awaited.remove(token);
            deadline.cancel();
            Dialing.resume(server, socket, opening, result);
        }

        @Override
        public void failed(String cause) {
            awaited.remove(token);
            result.failed(cause);
        }
    }

    @Override
    public void established(ControlLink link) {
        if (accepted.get(link.peer()) != link) {
            reached.accept(link.peer(), true);
        }
    }

    @Override
    public void missed(RelayPeer peer) {
        reached.accept(peer.id(), false);
    }

    /** Connects, and then answers as if the other relay had called. */
    @Override
    public void callMe(ControlLink link, byte[] token) {
        RelayPeer peer = peers.get(link.peer());
        if (peer == null) {
            return;
        }
        RelayOpening opening = new RelayOpening(RelayOpening.CALL_BACK, token);
        Dialing.start(
                server,
                peer.address(),
                opening,
                new Dialing.Result() {
                    @Override
                    public void connected(RelaySocket socket) {
                        server.answer(socket);
                    }

                    @Override
                    public void failed(String cause) {
                        // The circuit that waits for this connection has a time limit.
                    }
                });
    }

    @Override
    public void ended(ControlLink link, boolean silent) {
        accepted.remove(link.peer(), link);
        if (silent) {
            closeCircuitsOf(link.peer());
        }
    }

    /** Ends of circuits at a dead host would take much longer to be noticed. */
    private void closeCircuitsOf(int relay) {
        for (Circuit circuit : List.copyOf(server.circuits())) {
            if (circuit.isNextTo(relay)) {
                circuit.close();
            }
        }
    }
}
