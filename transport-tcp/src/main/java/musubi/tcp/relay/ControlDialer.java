package musubi.tcp.relay;

import java.nio.ByteBuffer;

/**
 * Keeps a control connection to one relay of another site: calls it, and calls again, with growing
 * pauses, when the connection or the attempt fails.
 */
final class ControlDialer implements ControlLink.Listener {
    private static final long FIRST_PAUSE_NS = 250_000_000;
    private static final long LONGEST_PAUSE_NS = 2_000_000_000;

    /** What the relay does with the link. */
    interface Owner extends ControlLink.Listener {
        /** An attempt to call the relay has failed. */
        void missed(RelayPeer peer);
    }

    private final RelayServer server;
    private final RelayPeer peer;
    private final Owner owner;
    private long pauseNs = FIRST_PAUSE_NS;
    private boolean established;

    ControlDialer(RelayServer server, RelayPeer peer, Owner owner) {
        this.server = server;
        this.peer = peer;
        this.owner = owner;
    }

    /** Whether the other relay accepts calls of this one. */
    boolean isEstablished() {
        return established;
    }

    /** Calls the relay. */
    void dial() {
        byte[] body = ByteBuffer.allocate(Integer.BYTES).putInt(server.id()).array();
        RelayOpening opening = new RelayOpening(RelayOpening.CONTROL, body);
        Dialing.start(
                server,
                peer.address(),
                opening,
                new Dialing.Result() {
                    @Override
                    public void connected(RelaySocket socket) {
                        link(socket).start();
                    }

                    @Override
                    public void failed(String cause) {
                        dialLater();
                    }
                });
    }

    private ControlLink link(RelaySocket socket) {
        return new ControlLink(peer.id(), socket, server.deadlines(), this);
    }

    private void dialLater() {
        owner.missed(peer);
        server.deadlines().after(pauseNs, this::dial);
        pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
    }

    @Override
    public void established(ControlLink link) {
        established = true;
        pauseNs = FIRST_PAUSE_NS;
        owner.established(link);
    }

    @Override
    public void callMe(ControlLink link, byte[] token) {
        owner.callMe(link, token);
    }

    @Override
    public void ended(ControlLink link, boolean silent) {
        established = false;
        owner.ended(link, silent);
        dialLater();
    }
}
