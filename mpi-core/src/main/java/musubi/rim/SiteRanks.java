package musubi.rim;

import musubi.grid.SiteMap;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** The ranks that measure for their sites. Immutable. */
final class SiteRanks {
    private final int[] first;
    private final int[] neighbour;

    private SiteRanks(int sites) {
        first = new int[sites];
        neighbour = new int[sites];
        Arrays.fill(first, -1);
        Arrays.fill(neighbour, -1);
    }

    /** Those of a job of {@code size} ranks. */
    static SiteRanks of(SiteMap map, int size, IntUnaryOperator nodeOf) {
        SiteRanks ranks = new SiteRanks(map.sites());
        for (int rank = 0; rank < size; rank++) {
            int node = nodeOf.applyAsInt(rank);
            int site = map.siteOf(node);
            if (ranks.first[site] < 0) {
                ranks.first[site] = rank;
            } else if (ranks.neighbour[site] < 0 && nodeOf.applyAsInt(ranks.first[site]) != node) {
                ranks.neighbour[site] = rank;
            }
        }
        return ranks;
    }

    /** The first rank of a site; -1 if it has none. */
    int first(int site) {
        return first[site];
    }

    /** A rank of a site on another node than the first one; -1 if there is none. */
    int neighbour(int site) {
        return neighbour[site];
    }
}
