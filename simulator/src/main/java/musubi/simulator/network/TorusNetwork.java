package musubi.simulator.network;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.TorusEmbedding;
import musubi.collectives.topology.TorusRoute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A torus or mesh of nodes, each with a link to each neighbour. A message takes a port of its node
 * and the send engine of its first link, which is busy for the overhead; then one link after the
 * other, by cut-through. It occupies each link for its transfer time, after the messages whose
 * heads arrived there before. Ranks of one node copy: each sender one message at a time.
 */
public final class TorusNetwork implements Network {
    private final int ranksPerNode;
    private final LinkCost link;
    private final LinkCost within;
    private final long hop;
    private final TorusRoute route;
    private final Injection injection;

    /** Time at which the send engine of each link is free. */
    private final long[] engineFree;

    private final long[] linkFree;
    private final long[] linkBytes;
    private final long[] rankFree;
    private final TorusEmbedding layout;

    /** The node of the machine that each node of the job is. */
    private final int[] places;

    private final Map<String, AllToAllTimes> exchanges = new HashMap<>();
    private final MessagesInFlight inFlight = new MessagesInFlight();
    private EventQueue events;

    /**
     * A torus.
     *
     * @param link cost of a message to a neighbour
     * @param hop additional latency of each further hop, picoseconds
     * @param within cost of a message within a node
     */
    public TorusNetwork(
            TorusEmbedding layout,
            int ranksPerNode,
            LinkCost link,
            long hop,
            LinkCost within,
            Injection injection) {
        this.layout = layout;
        places = layout.places();
        this.ranksPerNode = ranksPerNode;
        this.link = link;
        this.hop = hop;
        this.within = within;
        this.injection = injection;
        route = new TorusRoute(layout.physical());
        engineFree = new long[route.links()];
        linkFree = new long[route.links()];
        linkBytes = new long[linkFree.length];
        rankFree = new long[places.length * ranksPerNode];
    }

    @Override
    public int ranks() {
        return rankFree.length;
    }

    @Override
    public void clear(int connections, EventQueue newEvents) {
        events = newEvents;
        Arrays.fill(engineFree, 0);
        Arrays.fill(linkFree, 0);
        Arrays.fill(linkBytes, 0);
        Arrays.fill(rankFree, 0);
        injection.clear();
        inFlight.clear();
    }

    @Override
    public long send(int from, int to, int connection, long bytes, long now, long arrival) {
        int node = nodeOf(from);
        int target = nodeOf(to);
        if (node == target) {
            long start = Math.max(now, rankFree[from]);
            rankFree[from] = start + within.occupancy(bytes);
            events.add(start + within.latency() + within.transfer(bytes), arrival);
            return rankFree[from];
        }
        int first = route.next(node, target);
        long start = injection.earliestStart(node, Math.max(now, engineFree[first]));
        engineFree[first] = start + link.occupancy(bytes);
        injection.occupy(node, bytes, start, engineFree[first]);
        int message = inFlight.add(node, target, bytes, arrival);
        inFlight.at[message] = node;
        if (start == now) {
            onEvent(~message, now);
        } else {
            events.add(start, ~message);
        }
        return engineFree[first];
    }

    /**
     * The head of a message is at a node of its route; moves it as far as it goes without waiting.
     */
    @Override
    public void onEvent(long event, long now) {
        int message = (int) ~event;
        int node = inFlight.at[message];
        int target = inFlight.to[message];
        long bytes = inFlight.bytes[message];
        long head = now;
        while (head == now) {
            int name = route.next(node, target);
            long start = Math.max(now, linkFree[name]);
            linkFree[name] = start + link.transfer(bytes);
            linkBytes[name] += bytes;
            node = route.end(name);
            if (node == target) {
                inFlight.remove(message);
                events.add(linkFree[name] + link.latency(), inFlight.arrival[message]);
                return;
            }
            head = start + hop;
        }
        inFlight.at[message] = node;
        events.add(head, event);
    }

    @Override
    public ContentionFreePaths contentionFreePaths(int... peers) {
        if (injection.limitsBytes()) {
            return null;
        }
        boolean[] isUsed = new boolean[linkFree.length];
        LinkCost[] costs = new LinkCost[peers.length];
        long[] beyond = new long[peers.length];
        for (int rank = 0; rank < peers.length; rank++) {
            int node = nodeOf(rank);
            int target = nodeOf(peers[rank]);
            costs[rank] = node == target ? within : link;
            beyond[rank] = node == target ? 0 : -hop;
            while (node != target) {
                int name = route.next(node, target);
                if (isUsed[name]) {
                    return null;
                }
                isUsed[name] = true;
                beyond[rank] += hop;
                node = route.end(name);
            }
        }
        return new ContentionFreePaths(costs, beyond);
    }

    @Override
    public Outcome exchange(Algorithm algorithm, long bytes) {
        return exchanges
                .computeIfAbsent(
                        algorithm.name(), _ -> new AllToAllTimes(algorithm, layout, ranksPerNode))
                .of(bytes, link, hop, injection);
    }

    private int nodeOf(int rank) {
        return places[rank / ranksPerNode];
    }

    /** Bytes transferred over a link. */
    long bytesOver(int name) {
        return linkBytes[name];
    }
}
