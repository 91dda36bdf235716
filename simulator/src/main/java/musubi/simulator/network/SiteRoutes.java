package musubi.simulator.network;

import java.util.ArrayList;
import java.util.List;

/**
 * Routes between sites over long links: the one with the least latency, among equals that with the
 * greatest bottleneck bandwidth. Immutable.
 */
public final class SiteRoutes {
    private final int sites;
    private final int links;
    private final List<List<Link>> routes = new ArrayList<>();

    /**
     * A link in one direction.
     *
     * @param name its number, from 0
     */
    public record Link(int name, LinkCost cost) {}

    /**
     * A link between two sites, the same both routes.
     *
     * @param one its end
     * @param other its other end
     */
    public record Line(int one, int other, LinkCost cost) {}

    /** Routes over lines; fails when they do not connect all sites. */
    public SiteRoutes(int sites, List<Line> lines) {
        this.sites = sites;
        links = 2 * lines.size();
        for (int i = 0; i < sites * sites; i++) {
            routes.add(i % (sites + 1) == 0 ? List.of() : null);
        }
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            checkEnds(line);
            propose(line.one, line.other, List.of(new Link(2 * i, line.cost)));
            propose(line.other, line.one, List.of(new Link(2 * i + 1, line.cost)));
        }
        for (int via = 0; via < sites; via++) {
            joinAt(via);
        }
        int missing = routes.indexOf(null);
        if (missing >= 0) {
            throw new IllegalArgumentException(
                    "no route between sites: from=%d to=%d; name links that connect all %d sites"
                            .formatted(missing / sites, missing % sites, sites));
        }
    }

    private void checkEnds(Line line) {
        if (Math.min(line.one, line.other) < 0 || Math.max(line.one, line.other) >= sites) {
            throw new IllegalArgumentException(
                    "no such sites: line=%d-%d; use 0 to %d"
                            .formatted(line.one, line.other, sites - 1));
        }
    }

    /** A line between any two sites. */
    public static SiteRoutes complete(int sites, LinkCost cost) {
        List<Line> lines = new ArrayList<>();
        for (int one = 0; one < sites; one++) {
            for (int other = 0; other < one; other++) {
                lines.add(new Line(one, other, cost));
            }
        }
        return new SiteRoutes(sites, lines);
    }

    /** Floyd, Communications of the ACM 5(6), 1962. */
    private void joinAt(int via) {
        for (int from = 0; from < sites; from++) {
            for (int to = 0; to < sites; to++) {
                List<Link> first = between(from, via);
                List<Link> second = between(via, to);
                if (from != via && to != via && first != null && second != null) {
                    List<Link> joined = new ArrayList<>(first);
                    joined.addAll(second);
                    propose(from, to, List.copyOf(joined));
                }
            }
        }
    }

    private void propose(int from, int to, List<Link> route) {
        List<Link> known = between(from, to);
        if (from != to && (known == null || isBetter(route, known))) {
            routes.set(from * sites + to, route);
        }
    }

    private static boolean isBetter(List<Link> route, List<Link> known) {
        long ahead = latency(known) - latency(route);
        return ahead > 0 || ahead == 0 && picosPerByte(route) < picosPerByte(known);
    }

    private static long latency(List<Link> route) {
        return route.stream().mapToLong(link -> link.cost.latency()).sum();
    }

    private static double picosPerByte(List<Link> route) {
        return route.stream().mapToDouble(link -> link.cost.picosPerByte()).max().orElse(0);
    }

    int sites() {
        return sites;
    }

    /** Number of links, counting both directions. */
    int links() {
        return links;
    }

    /** The links from a site to another one, in order; none within a site. */
    List<Link> between(int from, int to) {
        return routes.get(from * sites + to);
    }
}
