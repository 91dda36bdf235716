package musubi.grid;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Arrays;
import java.util.List;

/** The site of each node of a job; both are numbered from 0. Immutable; any thread. */
public final class SiteMap {
    private final List<String> names;

    /** The site of each node; null: all nodes, however many, are on the only site. */
    private final int[] siteOfNode;

    private SiteMap(List<String> names, int... siteOfNode) {
        this.names = List.copyOf(names);
        this.siteOfNode = siteOfNode;
    }

    /** A single site with all nodes. */
    public static SiteMap one() {
        return new SiteMap(List.of("all"), (int[]) null);
    }

    /**
     * Several sites.
     *
     * @param names of the sites
     * @param siteOfNode the site of each node; copied
     */
    public static SiteMap of(List<String> names, int... siteOfNode) {
        return new SiteMap(names, siteOfNode.clone());
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
        return siteOfNode == null ? 0 : siteOfNode.length;
    }

    /**
     * The site of a node.
     *
     * @throws MpiFailure of class ARG if the map does not have the node
     */
    public int siteOf(int node) {
        if (siteOfNode == null) {
            return 0;
        }
        if (node < 0 || node >= siteOfNode.length) {
            throw new MpiFailure(ErrorClass.ARG, "a node of the job is on no site")
                    .with("node", node, "nodes on sites", siteOfNode.length)
                    .advice("name all nodes of the job in musubi.grid, as A:0-1,B:2-3");
        }
        return siteOfNode[node];
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
                && Arrays.equals(siteOfNode, other.siteOfNode);
    }

    @Override
    public int hashCode() {
        return names.hashCode() + Arrays.hashCode(siteOfNode);
    }

    @Override
    public String toString() {
        return names + "" + Arrays.toString(siteOfNode);
    }
}
