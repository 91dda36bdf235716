package musubi.verbs.transport;

import musubi.config.HostAddress;

import java.net.InetSocketAddress;

/**
 * Address of a rank's adapter, as in its business card: {@code node/host:port}, with a dash for an
 * absent part. LID and queue pair numbers follow from the rank.
 *
 * @param node identity shared by exactly the ranks on the node's wires; null without
 * @param udp null without
 */
record VerbsAddress(String node, InetSocketAddress udp) {
    private static final String NONE = "-";
    private static final int LOCAL = 2;

    /** Farther than TCP, which is not emulated. */
    private static final int REMOTE = 11;

    /** The address in a business card; null when it is malformed. */
    static VerbsAddress parse(String card) {
        int slash = card == null ? -1 : card.lastIndexOf('/');
        if (slash <= 0) {
            return null;
        }
        String node = card.substring(0, slash);
        String udp = card.substring(slash + 1);
        InetSocketAddress address = HostAddress.parse(udp);
        boolean isValid = udp.equals(NONE) || address != null;
        return isValid ? new VerbsAddress(node.equals(NONE) ? null : node, address) : null;
    }

    boolean isNeighbour(VerbsAddress peer) {
        return node != null && node.equals(peer.node);
    }

    /** The cost class of reaching a peer; negative when it is out of reach. */
    int distanceTo(VerbsAddress peer) {
        if (peer == null) {
            return -1;
        }
        if (isNeighbour(peer)) {
            return LOCAL;
        }
        return udp != null && peer.udp != null ? REMOTE : -1;
    }

    @Override
    public String toString() {
        return (node == null ? NONE : node) + "/" + (udp == null ? NONE : HostAddress.format(udp));
    }
}
