package musubi.simulator.network;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.TorusEmbedding;
import musubi.collectives.topology.TorusRoute;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A torus or mesh of nodes, each with a link to each neighbour. A message takes a port of its node
 * and the engine of its first link, one for each link, which the overhead keeps from sending the
 * next one; then one link after the other, without being stored in between. It has each link for as
 * long as it takes to pass, and at each waits for those whose heads were there before. Ranks of one
 * node copy: each sender one message at a time.
 */
public final class TorusNetwork implements Network {
    private final int ranksPerNode;
    private final LinkCost link;
    private final LinkCost within;
    private final long hop;
    private final TorusRoute route;
    private final Injection injection;

    /** When the part of a node that sends over a link can send the next message. */
    private final long[] engineFree;

    private final long[] linkFree;
    private final long[] linkBytes;
    private final long[] rankFree;
    private final TorusEmbedding layout;

    /** The node of the machine that each node of the job is. */
    private final int[] places;

    private final Map<String, AllToAllTimes> exchanges = new HashMap<>();
    private final MessagesInFlight travellers = new MessagesInFlight();
    private EventQueue events;

    /**
     * A torus.
     *
     * @param link what a message to a neighbour costs
     * @param hop how much later it arrives for each further hop, picoseconds
     * @param within what a message within a node costs
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
        travellers.clear();
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
        int traveller = travellers.add(node, target, bytes, arrival);
        travellers.at[traveller] = node;
        if (start == now) {
            onEvent(~traveller, now);
        } else {
            events.add(start, ~traveller);
        }
        return engineFree[first];
    }

    /** The head of a message is at a node on its way; goes on as far as it comes at once. */
    @Override
    public void onEvent(long event, long now) {
        int traveller = (int) ~event;
        int node = travellers.at[traveller];
        int target = travellers.to[traveller];
        long bytes = travellers.bytes[traveller];
        long head = now;
        while (head == now) {
            int name = route.next(node, target);
            long start = Math.max(now, linkFree[name]);
            linkFree[name] = start + link.transfer(bytes);
            linkBytes[name] += bytes;
            node = route.end(name);
            if (node == target) {
                travellers.remove(traveller);
                events.add(linkFree[name] + link.latency(), travellers.arrival[traveller]);
                return;
            }
            head = start + hop;
        }
        travellers.at[traveller] = node;
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

    /** Bytes that have gone over a link. */
    long bytesOver(int name) {
        return linkBytes[name];
    }
}
