package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

import java.util.ArrayList;
import java.util.List;

/**
 * The partial results of the sites at their roots. If operands may be reordered, or the ranks of
 * each site follow each other, each site has one partial. Otherwise it has one for each run of
 * ranks without ranks of other sites in between, so that all partials can be reduced in rank order.
 *
 * <pre>
 *   sites 0 0 1 1 0, not commutative   site 0: (0 op 1) 4   site 1: (2 op 3)
 * </pre>
 */
final class SitePartials {
    private final Shape shape;
    private final SiteView view;
    private final ScheduleBuilder builder;
    private final Planner reduce = new BinomialReduce();

    /** First ranks of the runs of each site, in order; null if each site has one partial. */
    private final List<List<Integer>> runs;

    SitePartials(Shape shape, SiteView view, ScheduleBuilder builder) {
        this.shape = shape;
        this.view = view;
        this.builder = builder;
        boolean isOneEach = shape.commutative || view.ranks().haveContiguousRanks();
        runs = isOneEach ? null : runs(view.ranks());
    }

    private static List<List<Integer>> runs(NodeMap ranks) {
        List<List<Integer>> runs = new ArrayList<>();
        for (int rank = 0; rank < ranks.ranks(); rank++) {
            int site = ranks.of(rank);
            if (site == runs.size()) {
                runs.add(new ArrayList<>());
            }
            if (rank == 0 || ranks.of(rank - 1) != site) {
                runs.get(site).add(rank);
            }
        }
        return runs;
    }

    /** Number of partials of a site. */
    int count(int site) {
        return runs == null ? 1 : runs.get(site).size();
    }

    /**
     * Reduces a slice of the contributions of this rank's site.
     *
     * @param slice of the contribution
     * @param to at the site root the partials of the slice, one after the other; else unused
     */
    void collect(Part slice, Part to) {
        if (runs == null) {
            Shape onSite = view.onSite(shape, CollectiveKind.REDUCE, slice.count());
            builder.within(view::onMySite, reduce, onSite, slice, to);
            return;
        }
        List<Integer> mine = runs.get(view.site());
        int siteRoot = view.siteRoot(view.site());
        for (int i = 0; i < mine.size(); i++) {
            int first = mine.get(i);
            int end = endOf(first);
            int runRoot = siteRoot >= first && siteRoot < end ? siteRoot : first;
            if (view.rank() >= first && view.rank() < end) {
                Part result = run(slice, first, end, runRoot, at(to, i, slice.count()));
                if (view.rank() == runRoot && runRoot != siteRoot) {
                    builder.send(siteRoot, result);
                }
            } else if (view.rank() == siteRoot) {
                builder.recv(runRoot, at(to, i, slice.count()));
            }
        }
    }

    private Part run(Part slice, int first, int end, int runRoot, Part to) {
        boolean isRoot = view.rank() == runRoot;
        Part result = to != null || !isRoot ? to : builder.temporary(slice.count());
        Shape run = new Shape().reset(CollectiveKind.REDUCE, view.rank() - first, end - first);
        run.root = runRoot - first;
        run.count = slice.count();
        run.itemBytes = shape.itemBytes;
        run.commutative = shape.commutative;
        builder.within(place -> first + place, reduce, run, slice, result);
        return result;
    }

    private int endOf(int first) {
        int end = first + 1;
        while (end < shape.size && view.ranks().of(end) == view.site()) {
            end++;
        }
        return end;
    }

    private static Part at(Part partials, int number, long count) {
        return partials == null ? null : partials.slice(number * count, count);
    }

    /**
     * All partials in rank order.
     *
     * @param ofSite the partials of each site, one after the other
     */
    List<Part> inOrder(Part... ofSite) {
        if (runs == null) {
            return List.of(ofSite);
        }
        int[] next = new int[ofSite.length];
        List<Part> all = new ArrayList<>();
        for (int rank = 0; rank < shape.size; rank = endOfAny(rank)) {
            int site = view.ranks().of(rank);
            long count = ofSite[site].count() / count(site);
            all.add(ofSite[site].slice(next[site]++ * count, count));
        }
        return all;
    }

    private int endOfAny(int first) {
        int end = first + 1;
        while (end < shape.size && view.ranks().of(end) == view.ranks().of(first)) {
            end++;
        }
        return end;
    }
}
