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
 * The partial results of a site at any of its ranks. If operands may be reordered, or the ranks of
 * each site follow each other, each site has one partial. Otherwise it has one for each of its
 * {@link SiteRuns}, so that all partials can be reduced in rank order.
 *
 * <pre>
 *   sites 0 0 1 1 0, not commutative   site 0: (0 op 1) 4   site 1: (2 op 3)
 * </pre>
 */
final class RunPartials {
    private final Shape shape;
    private final SiteView view;
    private final ScheduleBuilder builder;
    private final Planner reduce = new BinomialReduce();

    /** Null if each site has one partial. */
    private final SiteRuns runs;

    /** The partials of a call. */
    RunPartials(Shape shape, ScheduleBuilder builder) {
        this.shape = shape;
        this.builder = builder;
        view = SiteView.of(shape, shape.rank);
        boolean isOneEach = shape.commutative || view.ranks().haveContiguousRanks();
        runs = isOneEach ? null : new SiteRuns(view.ranks());
    }

    /** Number of partials of a site. */
    int count(int site) {
        return runs == null ? 1 : runs.of(site).size();
    }

    /**
     * Reduces some operands of the ranks of this rank's site.
     *
     * @param operands of this rank
     * @param root the rank that gets the results, on this site
     * @return at the root the partials, one after the other; else null
     */
    Part collect(Part operands, int root) {
        boolean isRoot = shape.rank == root;
        Part all = isRoot ? builder.temporary(operands.count() * count(view.site())) : null;
        if (runs == null) {
            int place = view.ranks().placeOf(root);
            Shape onSite = view.onSite(shape, CollectiveKind.REDUCE, operands.count(), place);
            builder.within(view::onMySite, reduce, onSite, operands, all);
            return all;
        }
        long at = 0;
        for (SiteRuns.Run run : runs.of(view.site())) {
            collect(operands, run, root, isRoot ? all.slice(at, operands.count()) : null);
            at += operands.count();
        }
        return all;
    }

    /** The partial of a run, by way of a rank of the run. */
    private void collect(Part operands, SiteRuns.Run run, int root, Part partial) {
        int runRoot = run.has(root) ? root : run.first();
        if (!run.has(shape.rank)) {
            if (shape.rank == root) {
                builder.recv(runRoot, partial);
            }
            return;
        }
        boolean isPassing = shape.rank == runRoot && runRoot != root;
        Part result = isPassing ? builder.temporary(operands.count()) : partial;
        Shape ofRun =
                new Shape().reset(CollectiveKind.REDUCE, shape.rank - run.first(), run.size());
        ofRun.root = runRoot - run.first();
        ofRun.count = operands.count();
        ofRun.itemBytes = shape.itemBytes;
        ofRun.commutative = shape.commutative;
        builder.within(place -> run.first() + place, reduce, ofRun, operands, result);
        if (isPassing) {
            builder.send(root, result);
        }
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
