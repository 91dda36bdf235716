package musubi.simulator;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Torus;

import java.util.Arrays;

/**
 * A torus or mesh of nodes, each with a link to each neighbour. A message takes a port of its node
 * and one link after the other, without being stored in between; it has each for as long as it
 * takes to pass, and at each waits for those whose heads were there before. Ranks of one node copy:
 * each sender one message at a time.
 */
final class TorusNetwork implements Network {
    private final int ranksPerNode;
    private final Cost link;
    private final Cost within;
    private final long hop;
    private final TorusRoute route;
    private final Injection injection;
    private final long[] linkFree;
    private final long[] linkBytes;
    private final long[] rankFree;
    private final Torus nodes;
    private final Travellers travellers = new Travellers();
    private EventQueue events;

    /**
     * A torus.
     *
     * @param link what a message to a neighbour costs
     * @param hop how much later it arrives for each further hop, picoseconds
     * @param within what a message within a node costs
     */
    TorusNetwork(
            Torus nodes, int ranksPerNode, Cost link, long hop, Cost within, Injection injection) {
        this.nodes = nodes;
        this.ranksPerNode = ranksPerNode;
        this.link = link;
        this.hop = hop;
        this.within = within;
        this.injection = injection;
        route = new TorusRoute(nodes);
        linkFree = new long[route.links()];
        linkBytes = new long[linkFree.length];
        rankFree = new long[nodes.size() * ranksPerNode];
    }

    @Override
    public int ranks() {
        return rankFree.length;
    }

    @Override
    public void clear(int connections, EventQueue newEvents) {
        events = newEvents;
        Arrays.fill(linkFree, 0);
        Arrays.fill(linkBytes, 0);
        Arrays.fill(rankFree, 0);
        injection.clear();
        travellers.clear();
    }

    @Override
    public long send(int from, int to, int connection, long bytes, long now, long arrival) {
        int node = from / ranksPerNode;
        int target = to / ranksPerNode;
        if (node == target) {
            long start = Math.max(now, rankFree[from]);
            rankFree[from] = start + within.occupancy(bytes);
            events.add(start + within.latency() + within.transfer(bytes), arrival);
            return rankFree[from];
        }
        int first = route.next(node, target);
        long start = injection.start(node, Math.max(now, linkFree[first]));
        long until = take(first, bytes, start);
        injection.take(node, bytes, start, until);
        if (route.end(first) == target) {
            arrive(bytes, start, arrival);
        } else {
            int traveller = travellers.add(node, target, bytes, arrival);
            travellers.at[traveller] = route.end(first);
            events.add(start + hop, ~traveller);
        }
        return until;
    }

    private long take(int name, long bytes, long start) {
        linkBytes[name] += bytes;
        linkFree[name] = start + link.occupancy(bytes);
        return linkFree[name];
    }

    private void arrive(long bytes, long start, long arrival) {
        events.add(start + link.latency() + link.transfer(bytes), arrival);
    }

    /** The head of a message is at a node on its way; goes on as far as it comes at once. */
    @Override
    public void happen(long event, long now) {
        int traveller = (int) ~event;
        int node = travellers.at[traveller];
        int target = travellers.to[traveller];
        long bytes = travellers.bytes[traveller];
        long head = now;
        while (head == now) {
            int name = route.next(node, target);
            long start = Math.max(now, linkFree[name]);
            take(name, bytes, start);
            node = route.end(name);
            if (node == target) {
                travellers.remove(traveller);
                arrive(bytes, start, travellers.arrival[traveller]);
                return;
            }
            head = start + hop;
        }
        travellers.at[traveller] = node;
        events.add(head, event);
    }

    @Override
    public Outcome exchange(Algorithm algorithm, long bytes) {
        AllToAllRounds rounds = new AllToAllRounds(algorithm, nodes, ranksPerNode);
        LinkLoads loads = new LinkLoads(nodes, ranksPerNode);
        long picos = 0;
        for (int round = 0; round < rounds.rounds(); round++) {
            rounds.load(round, loads);
            int sent = Math.multiplyExact(rounds.messages(round), ranksPerNode);
            picos +=
                    Math.max(
                            loads.most() * link.occupancy(bytes),
                            injection.least(sent, link, bytes));
            picos += link.latency() - link.overhead() + Math.max(0, loads.longest() - 1) * hop;
        }
        long messages = (long) ranks() * (ranks() - 1);
        return new Outcome(picos, messages, messages * bytes, 2 * messages, 0);
    }

    /** Bytes that have gone over a link. */
    long bytesOver(int name) {
        return linkBytes[name];
    }
}
