package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;

/**
 * The sites of a communicator from one rank's view. The root of a site is its lowest rank, on the
 * site of the call's root that root.
 *
 * @param ranks by site
 * @param rank this one
 * @param root of the call
 */
record SiteView(NodeMap ranks, int rank, int root) {
    /** The view of a shape without {@linkplain #refusal refusal}. */
    static SiteView of(Shape shape, int root) {
        return new SiteView(shape.sites.ranks(), shape.rank, root);
    }

    /** Reason for the lack of sites; null if there are several. */
    static String refusal(Shape shape) {
        return shape.sites != null ? null : "it takes ranks on several sites";
    }

    /** Default segment size in bytes for messages over wide links. */
    static long segmentBytes(Shape shape) {
        return segmentBytes(shape.count * shape.itemBytes);
    }

    /** The same for a message of some bytes. */
    static long segmentBytes(long bytes) {
        return bytes > SiteLevel.SEGMENT_BYTES ? SiteLevel.SEGMENT_BYTES : 0;
    }

    /** Number of sites. */
    int sites() {
        return ranks.count();
    }

    /** This rank's site. */
    int site() {
        return ranks.of(rank);
    }

    /** The root of a site. */
    int siteRoot(int site) {
        return site == ranks.of(root) ? root : ranks.leader(site);
    }

    /** Whether this rank is the root of its site. */
    boolean isSiteRoot() {
        return siteRoot(site()) == rank;
    }

    /** A rank of this rank's site. */
    int onMySite(int place) {
        return ranks.member(site(), place);
    }

    /** A call of some items among the ranks of this rank's site; its root is the site root. */
    Shape onSite(Shape shape, CollectiveKind kind, long count) {
        return onSite(shape, kind, count, ranks.placeOf(siteRoot(site())));
    }

    /** The same with another root, by its place on the site. */
    Shape onSite(Shape shape, CollectiveKind kind, long count, int rootPlace) {
        Shape on = new Shape().reset(kind, ranks.placeOf(rank), ranks.size(site()));
        on.root = rootPlace;
        on.count = count;
        on.itemBytes = shape.itemBytes;
        on.commutative = shape.commutative;
        return on;
    }
}
