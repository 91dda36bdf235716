package musubi.collectives.algorithm.site;

import musubi.collectives.topology.NodeMap;

import java.util.ArrayList;
import java.util.List;

/**
 * The ranks of a communicator as runs of consecutive ranks on one site, in rank order. Immutable.
 *
 * <pre>
 *   sites 0 0 1 1 0   site 0: (0 1) (4)   site 1: (2 3)
 * </pre>
 */
final class SiteRuns {
    private final List<Run> all = new ArrayList<>();
    private final List<List<Run>> ofSite = new ArrayList<>();

    /**
     * Ranks of a site without ranks of other sites in between.
     *
     * @param first rank
     * @param end the rank after the last one
     */
    record Run(int site, int first, int end) {
        int size() {
            return end - first;
        }

        boolean has(int rank) {
            return rank >= first && rank < end;
        }
    }

    SiteRuns(NodeMap ranks) {
        int first = 0;
        for (int rank = 1; rank <= ranks.ranks(); rank++) {
            int site = ranks.of(first);
            if (rank == ranks.ranks() || ranks.of(rank) != site) {
                add(new Run(site, first, rank));
                first = rank;
            }
        }
    }

    private void add(Run run) {
        all.add(run);
        // Sites are numbered in the order of their first runs.
        if (run.site == ofSite.size()) {
            ofSite.add(new ArrayList<>());
        }
        ofSite.get(run.site).add(run);
    }

    /** All runs. */
    List<Run> all() {
        return all;
    }

    /** Number of sites. */
    int sites() {
        return ofSite.size();
    }

    /** The runs of a site. */
    List<Run> of(int site) {
        return ofSite.get(site);
    }

    /** Number of the run of a rank among those of its site. */
    int numberOf(int site, int rank) {
        int number = 0;
        while (!ofSite.get(site).get(number).has(rank)) {
            number++;
        }
        return number;
    }

    /** Number of runs of a site before the last run of another one. */
    int before(int site, int other) {
        int last = ofSite.get(other).getLast().first;
        return (int) ofSite.get(site).stream().filter(run -> run.first < last).count();
    }
}
