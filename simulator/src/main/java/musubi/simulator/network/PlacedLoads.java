package musubi.simulator.network;

import musubi.collectives.topology.LinkTraffic;
import musubi.collectives.topology.Torus;
import musubi.collectives.topology.TorusEmbedding;

import java.util.Arrays;

/**
 * Loads of links for a job that sees another torus than the machine's: without symmetry, so counted
 * message by message.
 */
final class PlacedLoads implements RoundLoads {
    private final Torus nodes;
    private final int ranksPerNode;
    private final LinkTraffic traffic;

    PlacedLoads(TorusEmbedding layout, int ranksPerNode) {
        nodes = layout.logical();
        this.ranksPerNode = ranksPerNode;
        traffic = new LinkTraffic(layout);
    }

    @Override
    public void clear() {
        traffic.clear();
    }

    @Override
    public void addVector(int... vector) {
        for (int node = 0; node < nodes.size(); node++) {
            int[] at = nodes.coordinates(node);
            Arrays.setAll(at, d -> at[d] + vector[d]);
            add(node, nodes.rankAt(at), ranksPerNode);
        }
    }

    @Override
    public void addRanksAhead(int ahead) {
        int ranks = nodes.size() * ranksPerNode;
        for (int node = 0; node < nodes.size(); node++) {
            // The first ranks of a node send to one node, the others to the next one.
            int first = (node * ranksPerNode + ahead) % ranks;
            int others = first % ranksPerNode;
            int target = first / ranksPerNode;
            add(node, target, ranksPerNode - others);
            if (others > 0) {
                add(node, (target + 1) % nodes.size(), others);
            }
        }
    }

    private void add(int from, int to, int messages) {
        if (from != to) {
            traffic.add(from, to, messages);
        }
    }

    /** Messages on a link, named as in the routes of the machine. */
    long of(int name) {
        return traffic.on(name);
    }

    @Override
    public int mostOnALink() {
        return Math.toIntExact(traffic.mostOnALink());
    }

    @Override
    public int mostSent() {
        return Math.toIntExact(traffic.mostSent());
    }

    @Override
    public long longest() {
        return traffic.longest();
    }
}
