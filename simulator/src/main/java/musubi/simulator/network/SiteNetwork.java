package musubi.simulator.network;

import java.util.Arrays;
import java.util.List;

/**
 * Sites of hosts, one rank each. Within a site all hosts are connected by a non-blocking switch: a
 * message takes a port of its sender, and the receiver's input. Between sites it also takes the
 * long links of its route, by cut-through. A message waits for the one before it between the same
 * two ranks.
 */
final class SiteNetwork implements Network {
    private final int ranksPerSite;
    private final LinkCost local;
    private final SiteRoutes routes;
    private final Injection injection;
    private final boolean limited;
    private final long[] hostFree;
    private final long[] linkFree;
    private long[] connectionFree = {};
    private final MessagesInFlight inFlight = new MessagesInFlight();
    private EventQueue events;

    /**
     * Sites of equal size.
     *
     * @param local cost of a message between hosts of a site
     * @param routes routes between sites
     * @param ports messages that a host can send at once; {@link Injection#UNLIMITED}: any number,
     *     and receive as well
     */
    SiteNetwork(int ranksPerSite, LinkCost local, SiteRoutes routes, int ports) {
        this.ranksPerSite = ranksPerSite;
        this.local = local;
        this.routes = routes;
        int hosts = Math.multiplyExact(routes.sites(), ranksPerSite);
        injection = new Injection(hosts, ports, 0);
        limited = ports != Injection.UNLIMITED;
        hostFree = new long[hosts];
        linkFree = new long[routes.links()];
    }

    @Override
    public int ranks() {
        return hostFree.length;
    }

    @Override
    public void clear(int connections, EventQueue newEvents) {
        events = newEvents;
        Arrays.fill(hostFree, 0);
        Arrays.fill(linkFree, 0);
        connectionFree = new long[connections];
        injection.clear();
        inFlight.clear();
    }

    @Override
    public long send(int from, int to, int connection, long bytes, long now, long arrival) {
        long start = injection.earliestStart(from, Math.max(now, connectionFree[connection]));
        long until = start + local.occupancy(bytes);
        connectionFree[connection] = until;
        injection.occupy(from, bytes, start, until);
        events.add(start, ~inFlight.add(from, to, bytes, arrival));
        return until;
    }

    /** The head of a message is at the next long link of its route, or at the receiver. */
    @Override
    public void onEvent(long event, long now) {
        int message = (int) ~event;
        List<SiteRoutes.Link> route = route(message);
        long bytes = inFlight.bytes[message];
        int hop = inFlight.at[message]++;
        if (hop < route.size()) {
            SiteRoutes.Link link = route.get(hop);
            long start = Math.max(now, linkFree[link.name()]);
            linkFree[link.name()] = start + link.cost().occupancy(bytes);
            events.add(start + link.cost().latency(), event);
            return;
        }
        int to = inFlight.to[message];
        long start = limited ? Math.max(now, hostFree[to]) : now;
        hostFree[to] = start + local.occupancy(bytes);
        double slowest = local.picosPerByte();
        for (SiteRoutes.Link link : route) {
            slowest = Math.max(slowest, link.cost().picosPerByte());
        }
        inFlight.remove(message);
        events.add(
                start + local.latency() + Math.round(bytes * slowest), inFlight.arrival[message]);
    }

    private List<SiteRoutes.Link> route(int message) {
        int from = inFlight.from[message] / ranksPerSite;
        return routes.between(from, inFlight.to[message] / ranksPerSite);
    }
}
