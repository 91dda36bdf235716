package musubi.simulator.network;

import musubi.grid.SiteGraph;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Nodes on sites, with wide links between. Each node has a line to the switch of its site, each
 * relay as well, with the bandwidth of the site. A message takes the line of its sender, the wide
 * links of its route by cut-through, and the line of its receiver; a wide link carries one message
 * at a time in each direction, in the order of their heads. A relay stores each chunk of a message,
 * and handles one at a time. Ranks of a node copy, at a fifth of the cost of a message within the
 * site.
 *
 * <p>Messages beyond the eager limit are sent a round trip later. Eager ones are delivered in the
 * order in which they were sent, whatever routes they take. One run at a time.
 */
public final class GridNetwork implements Network {
    /** What a message within a node costs relative to one between nodes of a site. */
    private static final double NODE_COST = 0.2;

    private final SiteGraph graph;
    private final int ranksPerNode;
    private final GridRouting routing;
    private final GridCosts costs;
    private final long[] localLatency;
    private final double[] localPerByte;

    private final long[] sendFree;
    private final long[] receiveFree;
    private final long[] outputFree;
    private final long[] inputFree;
    private final long[] free;

    private final Map<Long, GridHops[]> hopsBySize = new HashMap<>();
    private final Map<GridRoute, GridHops> hopsByRoute = new HashMap<>();
    private long hopsSize = -1;
    private GridHops[] hopsOfSize;

    private final GridMessages messages = new GridMessages();
    private final GridMessages.Chunks chunks = messages.chunks;
    private final DeliveryOrder order = new DeliveryOrder();
    private EventQueue events;
    private int latest;

    /** Internal events; the number of a message or chunk is above. */
    private enum Event {
        /** The head of a chunk is at its next hop. */
        HEAD,
        /** A rendezvous is agreed. */
        START,
        /** The tail of a message is at its receiver. */
        TAIL;

        private static final Event[] ALL = values();
        private static final int BITS = 2;

        long of(int number) {
            return ~((long) number << BITS | ordinal());
        }

        static Event ofEvent(long event) {
            return ALL[(int) ~event & (1 << BITS) - 1];
        }

        static int number(long event) {
            return (int) (~event >> BITS);
        }
    }

    /**
     * A network of all nodes of a graph.
     *
     * @param graph sites with nodes
     * @param routing on the same graph
     */
    public GridNetwork(SiteGraph graph, int ranksPerNode, GridRouting routing, GridCosts costs) {
        this.graph = graph;
        this.ranksPerNode = ranksPerNode;
        this.routing = routing;
        this.costs = costs;
        int sites = graph.sites();
        localLatency = new long[sites];
        localPerByte = new double[sites];
        for (int site = 0; site < sites; site++) {
            localLatency[site] = GridHops.picos(graph.link(site, site).latencyS());
            localPerByte[site] = GridHops.perByte(graph.link(site, site));
        }
        int nodes = graph.map().nodes();
        int ranks = Math.multiplyExact(nodes, ranksPerNode);
        sendFree = new long[ranks];
        receiveFree = new long[ranks];
        outputFree = new long[nodes];
        inputFree = new long[nodes];
        free = new long[GridHops.resources(graph)];
    }

    @Override
    public int ranks() {
        return sendFree.length;
    }

    @Override
    public void clear(int connections, EventQueue newEvents) {
        events = newEvents;
        for (long[] times : new long[][] {sendFree, receiveFree, outputFree, inputFree, free}) {
            Arrays.fill(times, 0);
        }
        messages.clear();
        order.clear(connections, newEvents);
    }

    private int node(int rank) {
        return rank / ranksPerNode;
    }

    private int site(int rank) {
        return graph.map().siteOf(node(rank));
    }

    @Override
    public long send(int from, int to, int connection, long bytes, long now, long arrival) {
        int message = messages.add(from, to, connection, bytes, arrival);
        latest = message;
        if (node(from) == node(to)) {
            return copy(message, now);
        }
        messages.hops[message] = hops(site(from), site(to), bytes);
        long latency = latency(from, to);
        if (bytes > costs.eagerBytes(latency)) {
            messages.place[message] = -1;
            events.add(now + 2 * latency, Event.START.of(message));
            return LATER;
        }
        messages.place[message] = order.next(connection);
        return start(message, now);
    }

    @Override
    public void onRelease(long event) {
        messages.release[latest] = event;
    }

    /** Of a control message. */
    private long latency(int from, int to) {
        int here = site(from);
        return here == site(to) ? localLatency[here] : hops(here, site(to), 0).latency();
    }

    private GridHops hops(int from, int to, long bytes) {
        if (from == to) {
            return GridHops.NONE;
        }
        if (bytes != hopsSize) {
            int pairs = graph.sites() * graph.sites();
            hopsOfSize = hopsBySize.computeIfAbsent(bytes, _ -> new GridHops[pairs]);
            hopsSize = bytes;
        }
        int pair = from * graph.sites() + to;
        if (hopsOfSize[pair] == null) {
            hopsOfSize[pair] =
                    hopsByRoute.computeIfAbsent(
                            routing.route(from, to, bytes), route -> GridHops.of(graph, route));
        }
        return hopsOfSize[pair];
    }

    private long copy(int message, long now) {
        int from = messages.from[message];
        long bytes = messages.bytes[message];
        int site = site(from);
        long until =
                Math.max(now, sendFree[from])
                        + costs.sending()
                        + Math.round(NODE_COST * bytes * localPerByte[site]);
        sendFree[from] = until;
        messages.place[message] = order.next(messages.connection[message]);
        messages.last[message] = until + Math.round(NODE_COST * localLatency[site]);
        events.add(messages.last[message], Event.TAIL.of(message));
        return until;
    }

    /** Takes the line of the sender; returns when the last byte has left it. */
    private long start(int message, long now) {
        int from = messages.from[message];
        int site = site(from);
        sendFree[from] = Math.max(now, sendFree[from]) + costs.sending();
        long begin = Math.max(sendFree[from], outputFree[node(from)]);
        long until = begin + Math.round(messages.bytes[message] * localPerByte[site]);
        outputFree[node(from)] = until;
        boolean isLocal = messages.hops[message].hops().length == 0;
        sendChunk(message, begin + (isLocal ? localLatency[site] : 0));
        return until;
    }

    private void sendChunk(int message, long head) {
        long most = messages.hops[message].chunkBytes();
        long unsent = messages.unsent[message];
        long bytes = most == 0 ? unsent : Math.min(most, unsent);
        messages.unsent[message] = unsent - bytes;
        double perByte = localPerByte[site(messages.from[message])];
        int chunk = chunks.add(message, bytes, head + Math.round(bytes * perByte));
        events.add(head, Event.HEAD.of(chunk));
    }

    @Override
    public void onEvent(long event, long now) {
        int number = Event.number(event);
        switch (Event.ofEvent(event)) {
            case HEAD -> pass(number, now, event);
            case START -> {
                long until = start(number, now);
                if (messages.release[number] >= 0) {
                    events.add(until, messages.release[number]);
                }
            }
            case TAIL -> deliver(number, now);
        }
    }

    private void pass(int chunk, long now, long event) {
        int message = chunks.message[chunk];
        int at = chunks.at[chunk];
        if (at == 0 && messages.unsent[message] > 0) {
            sendChunk(message, chunks.tail[chunk]);
        }
        GridHops.Hop[] hops = messages.hops[message].hops();
        if (at == hops.length) {
            arrive(chunk, message, now);
            return;
        }
        GridHops.Hop hop = hops[at];
        if (hop.stores() && now < chunks.tail[chunk]) {
            events.add(chunks.tail[chunk], event);
            return;
        }
        long bytes = chunks.bytes[chunk] + (hop.isWide() ? costs.headerBytes() : 0);
        long taken = hop.overhead() + Math.round(bytes * hop.picosPerByte());
        long begin = now;
        if (hop.name() >= 0) {
            begin = Math.max(now, free[hop.name()]);
            free[hop.name()] = begin + taken;
        }
        long head = (hop.stores() ? begin + taken : begin) + hop.latency();
        chunks.tail[chunk] = Math.max(chunks.tail[chunk], begin + taken) + hop.latency();
        chunks.at[chunk] = at + 1;
        events.add(head, event);
    }

    /** The head of a chunk is at the line of the receiver. */
    private void arrive(int chunk, int message, long now) {
        int to = messages.to[message];
        long begin = Math.max(now, inputFree[node(to)]);
        long until = begin + Math.round(chunks.bytes[chunk] * localPerByte[site(to)]);
        inputFree[node(to)] = until;
        long last = Math.max(messages.last[message], Math.max(chunks.tail[chunk], until));
        messages.last[message] = last;
        messages.absent[message] -= chunks.bytes[chunk];
        chunks.remove(chunk);
        if (messages.absent[message] == 0) {
            events.add(last, Event.TAIL.of(message));
        }
    }

    private void deliver(int message, long now) {
        int to = messages.to[message];
        receiveFree[to] = Math.max(now, receiveFree[to]) + costs.receiving();
        int place = messages.place[message];
        long arrival = messages.arrival[message];
        if (place < 0) {
            events.add(receiveFree[to], arrival);
        } else {
            order.arrive(messages.connection[message], place, receiveFree[to], arrival);
        }
        messages.remove(message);
    }
}
