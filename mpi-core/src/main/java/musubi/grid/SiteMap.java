package musubi.grid;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;
import java.util.List;

/**
 * The site of each node of a job; both are numbered from 0. It takes memory for each run of nodes
 * on the same site. Immutable; any thread.
 */
public final class SiteMap {
    private final List<String> names;

    /** The first node of each run, ascending; null: all nodes, however many, are on one site. */
    private final int[] firstOfRun;

    private final int[] siteOfRun;
    private final int nodes;

    private SiteMap(List<String> names, int[] firstOfRun, int[] siteOfRun, int nodes) {
        this.names = List.copyOf(names);
        this.firstOfRun = firstOfRun;
        this.siteOfRun = siteOfRun;
        this.nodes = nodes;
    }

    /** A single site with all nodes. */
    public static SiteMap one() {
        return new SiteMap(List.of("all"), null, null, 0);
    }

    /**
     * Several sites.
     *
     * @param names of the sites
     * @param siteOfNode the site of each node
     */
    public static SiteMap of(List<String> names, int... siteOfNode) {
        int[] first = new int[siteOfNode.length];
        int[] site = new int[siteOfNode.length];
        int runs = 0;
        for (int node = 0; node < siteOfNode.length; node++) {
            if (runs == 0 || site[runs - 1] != siteOfNode[node]) {
                first[runs] = node;
                site[runs++] = siteOfNode[node];
            }
        }
        return new SiteMap(
                names, Arrays.copyOf(first, runs), Arrays.copyOf(site, runs), siteOfNode.length);
    }

    /**
     * The map of a text, for example {@code A:0-1,B:2+4}.
     *
     * @throws MpiFailure of class ARG for a malformed text
     */
    public static SiteMap parse(String text) {
        return new SiteGraphText(text).parseMap();
    }

    /** Number of sites. */
    public int sites() {
        return names.size();
    }

    /** Number of nodes that have a site; 0 if all nodes are on the only one. */
    public int nodes() {
        return nodes;
    }

    /**
     * The site of a node.
     *
     * @throws MpiFailure of class ARG if the map does not have the node
     */
    public int siteOf(int node) {
        if (firstOfRun == null) {
            return 0;
        }
        if (node < 0 || node >= nodes) {
            throw new MpiFailure(ErrorClass.ARG, "a node of the job is on no site")
                    .with("node", node, "nodes on sites", nodes)
                    .advice("name all nodes of the job in musubi.grid, as A:0-1,B:2-3");
        }
        int found = Arrays.binarySearch(firstOfRun, node);
        return siteOfRun[found < 0 ? -found - 2 : found];
    }

    /** The name of a site. */
    public String name(int site) {
        return names.get(site);
    }

    /** The number of a site, or -1. */
    public int find(String name) {
        return names.indexOf(name);
    }

    @Override
    public boolean equals(Object object) {
        return object instanceof SiteMap other
                && names.equals(other.names)
                && nodes == other.nodes
                && Arrays.equals(firstOfRun, other.firstOfRun)
                && Arrays.equals(siteOfRun, other.siteOfRun);
    }

    @Override
    public int hashCode() {
        return names.hashCode() + Arrays.hashCode(firstOfRun);
    }

    @Override
    public String toString() {
        return names + " first nodes " + Arrays.toString(firstOfRun);
    }
}
