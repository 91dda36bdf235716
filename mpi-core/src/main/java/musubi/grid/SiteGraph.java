package musubi.grid;

import musubi.error.MpiFailure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The sites of a job as a graph: links between them, the networks within them, and what a relay of
 * a message costs. All sites can reach each other. Immutable; any thread.
 *
 * <pre>
 *   A:0-1,B:2+4,C:3;A-B:4ms:1gbit;B-C:500us:100mbit;relay:50us
 *   A-A:30us:10gbit   the network within site A       A&gt;B:...  one direction only
 *   relay@A:50us      of the relays of site A
 * </pre>
 */
public final class SiteGraph {
    /** A network within a site of which nothing is said. */
    static final SiteLink LOCAL = new SiteLink(30e-6, 1.25e9);

    private final SiteMap map;

    /** Link from site i to j at i x sites + j; null: none. */
    private final SiteLink[] links;

    private final double[] relayS;

    /**
     * A graph of links that connect all sites.
     *
     * @param links from site i to j at i x sites + j, or null; ownership passes
     * @param relayS seconds for each message at a relay of each site; ownership passes
     */
    SiteGraph(SiteMap map, SiteLink[] links, double... relayS) {
        this.map = map;
        this.links = links;
        this.relayS = relayS;
        for (int site = 0; site < map.sites(); site++) {
            int within = site * map.sites() + site;
            links[within] = links[within] == null ? LOCAL : links[within];
        }
    }

    /**
     * The graph of measured links, with relays that cost nothing.
     *
     * @param links from site i to j at i x sites + j, or null; ownership passes
     */
    public static SiteGraph of(SiteMap map, SiteLink... links) {
        return new SiteGraph(map, links, new double[map.sites()]);
    }

    /**
     * The same graph with other costs of relays.
     *
     * @param seconds for each message at a relay of each site; ownership passes
     */
    public SiteGraph withRelays(double... seconds) {
        return new SiteGraph(map, links, seconds);
    }

    /** One site with all nodes. */
    public static SiteGraph oneSite() {
        return new SiteGraph(SiteMap.one(), new SiteLink[1], 0);
    }

    /**
     * The graph of a text.
     *
     * @throws MpiFailure of class ARG for a malformed text, or if sites are not connected
     */
    public static SiteGraph parse(String text) {
        return new SiteGraphText(text).parse();
    }

    /** The site of each node. */
    public SiteMap map() {
        return map;
    }

    /** Number of sites. */
    public int sites() {
        return map.sites();
    }

    /** The link between two sites, or within one; null if there is none. */
    public SiteLink link(int from, int to) {
        return links[from * sites() + to];
    }

    /** Seconds that a relay of a site spends on a message, or on each chunk of it. */
    public double relayS(int site) {
        return relayS[site];
    }

    /** The graph with another link from a site to another one. */
    public SiteGraph with(int from, int to, SiteLink link) {
        SiteLink[] changed = links.clone();
        changed[from * sites() + to] = link;
        return new SiteGraph(map, changed, relayS);
    }

    /**
     * The graph of some of the sites, numbered in the given order, without nodes. Where the sites
     * left out are the only way, the network's route over them counts as a link.
     */
    public SiteGraph only(int... chosen) {
        int count = chosen.length;
        List<String> names = new ArrayList<>();
        SiteLink[] kept = new SiteLink[count * count];
        double[] relays = new double[count];
        for (int i = 0; i < count; i++) {
            names.add(map.name(chosen[i]));
            relays[i] = relayS[chosen[i]];
            for (int j = 0; j < count; j++) {
                kept[i * count + j] = link(chosen[i], chosen[j]);
            }
        }
        SiteGraph graph = new SiteGraph(SiteMap.of(names), kept, relays);
        RoutePlanner routes = new RoutePlanner(this);
        for (int i = 0; i < count; i++) {
            boolean[] reached = graph.reachedFrom(i);
            for (int j = 0; j < count; j++) {
                if (!reached[j]) {
                    kept[i * count + j] = along(routes.best(chosen[i], chosen[j], 0).sites());
                }
            }
        }
        return graph;
    }

    /** The graph with each link in the other direction. */
    public SiteGraph reversed() {
        SiteLink[] turned = new SiteLink[links.length];
        for (int from = 0; from < sites(); from++) {
            for (int to = 0; to < sites(); to++) {
                turned[to * sites() + from] = link(from, to);
            }
        }
        return new SiteGraph(map, turned, relayS);
    }

    /**
     * A path as one link.
     *
     * @param path sites, with a link between each two neighbours
     */
    public SiteLink along(List<Integer> path) {
        double latency = 0;
        double bytesPerS = Double.POSITIVE_INFINITY;
        for (int i = 0; i + 1 < path.size(); i++) {
            SiteLink next = link(path.get(i), path.get(i + 1));
            latency += next.latencyS();
            bytesPerS = Math.min(bytesPerS, next.bytesPerS());
        }
        return new SiteLink(latency, bytesPerS);
    }

    /** The sites to which there is a way. */
    boolean[] reachedFrom(int site) {
        boolean[] reached = new boolean[sites()];
        int[] queue = new int[sites()];
        int found = 1;
        queue[0] = site;
        reached[site] = true;
        for (int next = 0; next < found; next++) {
            for (int to = 0; to < sites(); to++) {
                if (!reached[to] && link(queue[next], to) != null) {
                    reached[to] = true;
                    queue[found++] = to;
                }
            }
        }
        return reached;
    }

    /** The text from which {@link #parse} makes an equal graph; no spaces. */
    public String text() {
        return SiteGraphText.of(this);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof SiteGraph other
                && map.equals(other.map)
                && Arrays.equals(links, other.links)
                && Arrays.equals(relayS, other.relayS);
    }

    @Override
    public int hashCode() {
        return 31 * map.hashCode() + Arrays.hashCode(links);
    }

    @Override
    public String toString() {
        return text();
    }
}
