package musubi.simulator;

import musubi.collectives.schedule.Torus;

import java.util.Arrays;

/**
 * Loads of links when the job sees another torus than the machine is, which has no symmetry: counts
 * message by message.
 */
final class PlacedLoads implements RoundLoads {
    private final Torus nodes;
    private final int ranksPerNode;
    private final int[] places;
    private final TorusRoute route;
    private final int[] loads;
    private final int[] sent;
    private long longest;

    PlacedLoads(Layout layout, int ranksPerNode) {
        nodes = layout.nodes();
        this.ranksPerNode = ranksPerNode;
        places = layout.places();
        route = new TorusRoute(layout.machine());
        loads = new int[route.links()];
        sent = new int[loads.length];
    }

    @Override
    public void clear() {
        longest = 0;
        Arrays.fill(loads, 0);
        Arrays.fill(sent, 0);
    }

    @Override
    public void addVector(int... vector) {
        for (int node = 0; node < places.length; node++) {
            int[] at = nodes.coordinates(node);
            Arrays.setAll(at, d -> at[d] + vector[d]);
            add(node, nodes.rankAt(at), ranksPerNode);
        }
    }

    @Override
    public void addRanksAhead(int ahead) {
        int ranks = places.length * ranksPerNode;
        for (int node = 0; node < places.length; node++) {
            // The first ranks of a node send to one node, the others to the next one.
            int first = (node * ranksPerNode + ahead) % ranks;
            int others = first % ranksPerNode;
            int target = first / ranksPerNode;
            add(node, target, ranksPerNode - others);
            if (others > 0) {
                add(node, (target + 1) % places.length, others);
            }
        }
    }

    private void add(int from, int to, int messages) {
        int node = places[from];
        int target = places[to];
        int hops = 0;
        while (node != target) {
            int name = route.next(node, target);
            if (hops++ == 0) {
                sent[name] += messages;
            }
            loads[name] += messages;
            node = route.end(name);
        }
        longest = Math.max(longest, hops);
    }

    /** Messages on a link, named as in {@link TorusRoute}. */
    int of(int name) {
        return loads[name];
    }

    @Override
    public int mostOnALink() {
        return Arrays.stream(loads).max().orElse(0);
    }

    @Override
    public int mostSent() {
        return Arrays.stream(sent).max().orElse(0);
    }

    @Override
    public long longest() {
        return longest;
    }
}
