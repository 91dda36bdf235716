package musubi.collectives.algorithm.inter;

import musubi.collectives.algorithm.site.SiteLevels;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.SiteLevel;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The sites of both groups of an intercommunicator. Each group numbers its own ones, in the order
 * of their lowest ranks; the lowest rank of a group on a site is its leader there.
 */
record InterSites(Shape here, Shape there) {
    /** The sites of a call between groups on several sites. */
    static InterSites of(Shape shape) {
        Shape here = new Shape().reset(shape.kind, shape.rank, shape.size);
        here.sites = flat(shape.sites.only(shape.size, shape::local));
        Shape there = new Shape().reset(shape.kind, 0, shape.remoteSize);
        there.sites = flat(shape.sites.only(shape.remoteSize, shape::remote));
        for (Shape one : List.of(here, there)) {
            one.count = shape.count;
            one.itemBytes = shape.itemBytes;
            one.commutative = shape.commutative;
        }
        return new InterSites(here, there);
    }

    private static SiteLevel flat(SiteLevel sites) {
        return new SiteLevel(sites.ranks(), sites.graph(), List.of(), sites.longPathS());
    }

    /** The levels of this rank's group. */
    SiteLevels levels() {
        return new SiteLevels(here, 0);
    }

    /** This rank's site. */
    int site() {
        return here.sites.ranks().of(here.rank);
    }

    /** Whether this rank is the leader of its group on its site. */
    boolean isLeader() {
        return here.sites.ranks().leader(site()) == here.rank;
    }

    /** The ranks of this group on this rank's site. */
    int[] local() {
        return ranks(here.sites, site());
    }

    /** Number of sites of the remote group. */
    int remoteSites() {
        return there.sites.ranks().count();
    }

    /** The leader of the remote group on one of its sites. */
    int remoteLeader(int site) {
        return there.sites.ranks().leader(site);
    }

    /** The ranks of the remote group on one of its sites. */
    int[] remote(int site) {
        return ranks(there.sites, site);
    }

    private static int[] ranks(SiteLevel sites, int site) {
        return IntStream.range(0, sites.ranks().size(site))
                .map(place -> sites.ranks().member(site, place))
                .toArray();
    }
}
