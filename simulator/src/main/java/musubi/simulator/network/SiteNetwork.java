package musubi.simulator.network;

import java.util.Arrays;
import java.util.List;

/**
 * Sites of hosts, one rank each. Within a site all hosts are joined by a switch that never is in
 * the way: a message takes a port of its sender, and the receiver's one way in. Between sites it
 * also takes the long links on the way from site to site, without being stored in between. A
 * message waits for the one before it between the same two ranks.
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
    private final MessagesInFlight travellers = new MessagesInFlight();
    private EventQueue events;

    /**
     * Sites of equal size.
     *
     * @param local what a message between hosts of a site costs
     * @param routes the ways between sites
     * @param ports how many messages a host can send at once; {@link Injection#UNLIMITED}: any
     *     number, and receive, too
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
        travellers.clear();
    }

    @Override
    public long send(int from, int to, int connection, long bytes, long now, long arrival) {
        long start = injection.earliestStart(from, Math.max(now, connectionFree[connection]));
        long until = start + local.occupancy(bytes);
        connectionFree[connection] = until;
        injection.occupy(from, bytes, start, until);
        events.add(start, ~travellers.add(from, to, bytes, arrival));
        return until;
    }

    /** The head of a message is at the next long link of its way, or at the receiver. */
    @Override
    public void onEvent(long event, long now) {
        int traveller = (int) ~event;
        List<SiteRoutes.Link> way = way(traveller);
        long bytes = travellers.bytes[traveller];
        int hop = travellers.at[traveller]++;
        if (hop < way.size()) {
            SiteRoutes.Link link = way.get(hop);
            long start = Math.max(now, linkFree[link.name()]);
            linkFree[link.name()] = start + link.cost().occupancy(bytes);
            events.add(start + link.cost().latency(), event);
            return;
        }
        int to = travellers.to[traveller];
        long start = limited ? Math.max(now, hostFree[to]) : now;
        hostFree[to] = start + local.occupancy(bytes);
        double slowest = local.picosPerByte();
        for (SiteRoutes.Link link : way) {
            slowest = Math.max(slowest, link.cost().picosPerByte());
        }
        travellers.remove(traveller);
        events.add(
                start + local.latency() + Math.round(bytes * slowest),
                travellers.arrival[traveller]);
    }

    private List<SiteRoutes.Link> way(int traveller) {
        int from = travellers.from[traveller] / ranksPerSite;
        return routes.between(from, travellers.to[traveller] / ranksPerSite);
    }
}
