package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Shape;
import musubi.grid.RoutePlanner;
import musubi.grid.SiteGraph;
import musubi.grid.SiteRoute;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tree of sites along the routes of least time for a message, as in Fig. 6 of the GridMPI paper,
 * where a long message goes from C to A, from A to B, and from B to D rather than over the slow
 * link from C to D. Immutable.
 */
final class SiteTree {
    private static final int NONE = -1;

    private final int root;

    /** The site before each one on the way from the root, or after it on the way there. */
    private final int[] parent;

    private SiteTree(int root, int... parent) {
        this.root = root;
        this.parent = parent;
    }

    /** The tree for a message from a site to all others. */
    static SiteTree from(int root, Shape shape) {
        return of(root, shape, shape.sites.graph());
    }

    /** The tree for messages of equal size from all sites to one, combined on the way. */
    static SiteTree to(int root, Shape shape) {
        return of(root, shape, shape.sites.graph().reversed());
    }

    /** Joins the last parts of routes; near sites first, so that there is no cycle. */
    private static SiteTree of(int root, Shape shape, SiteGraph graph) {
        List<SiteRoute> routes =
                new RoutePlanner(graph).allFrom(root, shape.count * shape.itemBytes);
        int[] parent = new int[routes.size()];
        Arrays.fill(parent, NONE);
        IntStream.range(0, parent.length)
                .filter(site -> site != root)
                .boxed()
                .sorted(Comparator.comparingDouble(site -> routes.get(site).seconds()))
                .forEach(site -> parent[site] = parent(root, routes.get(site).sites(), parent));
        return new SiteTree(root, parent);
    }

    private static int parent(int root, List<Integer> route, int... known) {
        int near = route.get(route.size() - 2);
        return known[near] == NONE ? root : near;
    }

    /** The next site towards the root; the root has none. */
    int parent(int site) {
        return parent[site];
    }

    /** Whether a site is the root. */
    boolean isRoot(int site) {
        return site == root;
    }

    /** The sites whose parent is a site, in ascending order. */
    int[] children(int site) {
        return IntStream.range(0, parent.length).filter(child -> parent[child] == site).toArray();
    }
}
