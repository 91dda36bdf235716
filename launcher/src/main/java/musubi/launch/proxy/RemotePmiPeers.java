package musubi.launch.proxy;

import musubi.bootstrap.pmi.PmiLine;
import musubi.error.MpiFailure;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;
import musubi.launch.pmi.KeyLookup;
import musubi.launch.pmi.PmiPeer;
import musubi.launch.pmi.PmiProtocol;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The PMI clients on other hosts, whose lines arrive in frames.
 *
 * <p>Thread rule: any thread; the frames of a node one after the other.
 */
final class RemotePmiPeers {
    private final PmiProtocol protocol;
    private final Consumer<Frame> link;
    private final int nodes;
    private final Map<Long, Peer> peers = new ConcurrentHashMap<>();

    /**
     * Without clients.
     *
     * @param link sends frames to nodes
     * @param nodes the number of nodes
     */
    RemotePmiPeers(PmiProtocol protocol, Consumer<Frame> link, int nodes) {
        this.protocol = protocol;
        this.nodes = nodes;
        this.link = link;
    }

    private final class Peer extends PmiPeer {
        private final int node;
        private final int session;

        Peer(int node, int session) {
            this.node = node;
            this.session = session;
        }

        @Override
        public void send(PmiLine answer) {
            PayloadWriter out = new PayloadWriter().number(session).text(answer.toString());
            link.accept(Frame.of(Kind.PMI, node, out));
        }

        /** The node sent the get before it learned that the epoch is partitioned. */
        @Override
        public void fetchFromOwner(String spaceName, String key) {
            link.accept(new KeyLookup(node, session, spaceName, key).frame(nodes));
        }

        void end() {
            link.accept(Frame.of(Kind.PMI_END, node, new PayloadWriter().number(session)));
        }
    }

    /** Handles a frame of a PMI kind. */
    void received(Frame frame) throws IOException {
        PayloadReader in = frame.reader();
        int session = in.number();
        long name = (long) frame.node() << Integer.SIZE | session & 0xffff_ffffL;
        if (frame.kind() == Kind.PMI_END) {
            Peer peer = peers.remove(name);
            if (peer != null) {
                protocol.peerDisconnected(peer);
            }
            return;
        }
        Peer peer = peers.computeIfAbsent(name, _ -> new Peer(frame.node(), session));
        try {
            protocol.serve(peer, String.valueOf(in.text()));
        } catch (MpiFailure e) {
            // An invalid character in the reply.
            peer.end();
        }
    }
}
