package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

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

    /** Null if each site has one partial. */
    private final SiteRuns runs;

    SitePartials(Shape shape, SiteView view, ScheduleBuilder builder) {
        this.shape = shape;
        this.view = view;
        this.builder = builder;
        boolean isOneEach = shape.commutative || view.ranks().haveContiguousRanks();
        runs = isOneEach ? null : new SiteRuns(view.ranks());
    }

    /** Number of partials of a site. */
    int count(int site) {
        return runs == null ? 1 : runs.of(site).size();
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
        int siteRoot = view.siteRoot(view.site());
        int number = 0;
        for (SiteRuns.Run run : runs.of(view.site())) {
            int runRoot = run.has(siteRoot) ? siteRoot : run.first();
            Part partial = at(to, number++, slice.count());
            if (run.has(view.rank())) {
                Part result = reduce(slice, run, runRoot, partial);
                if (view.rank() == runRoot && runRoot != siteRoot) {
                    builder.send(siteRoot, result);
                }
            } else if (view.rank() == siteRoot) {
                builder.recv(runRoot, partial);
            }
        }
    }

    private Part reduce(Part slice, SiteRuns.Run run, int runRoot, Part to) {
        boolean isRoot = view.rank() == runRoot;
        Part result = to != null || !isRoot ? to : builder.temporary(slice.count());
        Shape ofRun =
                new Shape().reset(CollectiveKind.REDUCE, view.rank() - run.first(), run.size());
        ofRun.root = runRoot - run.first();
        ofRun.count = slice.count();
        ofRun.itemBytes = shape.itemBytes;
        ofRun.commutative = shape.commutative;
        builder.within(place -> run.first() + place, reduce, ofRun, slice, result);
        return result;
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
        for (SiteRuns.Run run : runs.all()) {
            int site = run.site();
            long count = ofSite[site].count() / count(site);
            all.add(ofSite[site].slice(next[site]++ * count, count));
        }
        return all;
    }
}
