package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.scan.RecursiveDoublingScan;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

/**
 * Scan and exclusive scan by site, in segments: a scan of each run of ranks without ranks of other
 * sites in between, whose last rank has the total; the totals of a site at its last rank; between
 * the last ranks of all sites at once the totals that precede the other's last run; and down a
 * binomial tree to each run the reduction of all totals before it. Operands stay in rank order.
 *
 * <p>Cost, if the ranks of each site follow each other: L + n/B between the sites, and 2 ceil(log2
 * m) (α + n β + n γ) on the largest site, of m ranks; with r runs of each site r n in place of n
 * between the sites.
 *
 * <pre>
 *   sites (0 1) (2 3)   0-&gt;1 2-&gt;3, 1-(0 1)-&gt;3, 3-(0 1)-&gt;2
 * </pre>
 */
public final class SiteScan implements Planner {
    private final Planner scan = new RecursiveDoublingScan();
    private final Planner down = new BinomialBroadcast();

    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        return SiteView.segmentBytes(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        SiteRuns runs = new SiteRuns(shape.sites.ranks());
        for (Part slice : Segments.of(shape.contribution(), shape.segment)) {
            new Slice(shape, runs, slice, builder).run();
        }
    }

    /** The steps of a rank for a segment. */
    private final class Slice {
        private final Shape shape;
        private final SiteRuns runs;
        private final ScheduleBuilder builder;
        private final Part given;
        private final Part result;
        private final long items;
        private final int site;
        private final SiteRuns.Run myRun;

        Slice(Shape shape, SiteRuns runs, Part given, ScheduleBuilder builder) {
            this.shape = shape;
            this.runs = runs;
            this.builder = builder;
            this.given = given;
            items = given.count();
            result = Part.receive(given.offset(), items);
            site = shape.sites.ranks().of(shape.rank);
            myRun = runs.around(site, shape.rank);
        }

        /** The last rank of a site. */
        private int carrier(int of) {
            return runs.of(of).getLast().end() - 1;
        }

        void run() {
            int carrier = carrier(site);
            if (shape.rank == carrier) {
                Part own = builder.temporary(items * runs.of(site).size());
                int last = runs.of(site).size() - 1;
                scanRun(own.slice(last * items, items));
                collect(own);
                spread(exchange(own));
                return;
            }
            boolean isLast = shape.rank == myRun.end() - 1;
            Part total = isLast ? builder.temporary(items) : null;
            scanRun(total);
            if (isLast) {
                builder.send(carrier, total);
            }
            if (myRun.first() > 0) {
                Part prefix = builder.temporary(items);
                broadcast(prefix, myRun);
            }
        }

        /** Scans this rank's run, and copies the result of its last rank, the total. */
        private void scanRun(Part total) {
            boolean isInclusive = shape.kind == CollectiveKind.SCAN;
            if (total != null && !isInclusive) {
                builder.copy(given, total);
            }
            int first = myRun.first();
            Shape onRun = new Shape().reset(shape.kind, shape.rank - first, myRun.size());
            onRun.count = items;
            onRun.itemBytes = shape.itemBytes;
            onRun.commutative = shape.commutative;
            onRun.inPlace = shape.inPlace;
            builder.within(place -> first + place, scan, onRun, given, result);
            if (total != null && isInclusive) {
                builder.copy(result, total);
            } else if (total != null && myRun.size() > 1) {
                builder.reduce(result, total);
            }
        }

        /** Receives the totals of the other runs of this site. */
        private void collect(Part own) {
            for (int i = 0; i < runs.of(site).size() - 1; i++) {
                builder.recv(runs.of(site).get(i).end() - 1, own.slice(i * items, items));
            }
        }

        /** The totals of each site that the last run of this one needs, all of the own. */
        private Part[] exchange(Part own) {
            Part[] totals = new Part[runs.sites()];
            totals[site] = own;
            for (int round = 1; round < totals.length; round++) {
                int to = (site + round) % totals.length;
                int from = Math.floorMod(site - round, totals.length);
                builder.send(carrier(to), own.slice(0, items * runs.before(site, to)));
                totals[from] = builder.temporary(items * runs.before(from, site));
                builder.recv(carrier(from), totals[from]);
            }
            return totals;
        }

        /** Sends each run of this site the reduction of all totals before it. */
        private void spread(Part... totals) {
            int[] next = new int[totals.length];
            Part prefix = null;
            for (SiteRuns.Run run : runs.all()) {
                if (run.site() == site && prefix != null) {
                    broadcast(prefix, run);
                }
                if (run.end() > shape.rank) {
                    return;
                }
                Part total = totals[run.site()].slice(next[run.site()]++ * items, items);
                if (prefix != null) {
                    builder.reduce(prefix, total);
                }
                prefix = total;
            }
        }

        /** Broadcasts a prefix from the carrier to a run, whose ranks add it to their results. */
        private void broadcast(Part prefix, SiteRuns.Run run) {
            int carrier = carrier(site);
            // The carrier is the last rank of the run, or comes after it.
            int last = run.has(carrier) ? run.size() - 1 : run.size();
            boolean isCarrier = shape.rank == carrier;
            int place = isCarrier ? last : shape.rank - run.first();
            Shape bcast = new Shape().reset(CollectiveKind.BCAST, place, last + 1);
            bcast.root = last;
            bcast.count = items;
            bcast.itemBytes = shape.itemBytes;
            builder.within(
                    at -> at == last ? carrier : run.first() + at, down, bcast, null, prefix);
            if (!run.has(shape.rank)) {
                return;
            }
            if (shape.kind == CollectiveKind.EXSCAN && shape.rank == run.first()) {
                builder.copy(prefix, result);
            } else {
                builder.reduce(prefix, result);
            }
        }
    }
}
