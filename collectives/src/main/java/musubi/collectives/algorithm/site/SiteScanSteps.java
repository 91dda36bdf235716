package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.scan.RecursiveDoublingScan;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.function.IntUnaryOperator;

/**
 * The steps of a rank for a part of a scan: a scan of each of the {@link SiteRuns}, whose last rank
 * has the total; the totals of a site at one of its ranks, the carrier; between the carriers of all
 * sites at once the totals that precede the other's last run; and down a binomial tree to each run
 * the reduction of all totals before it. Operands stay in rank order.
 */
final class SiteScanSteps {
    private final Planner scan = new RecursiveDoublingScan();
    private final Planner down = new BinomialBroadcast();
    private final Shape shape;
    private final SiteRuns runs;
    private final IntUnaryOperator carriers;
    private final ScheduleBuilder builder;
    private final Part given;
    private final Part result;
    private final long items;
    private final int site;
    private final int carrier;
    private final int myNumber;
    private final SiteRuns.Run myRun;

    /**
     * The steps.
     *
     * @param carriers the carrier of each site
     * @param given the part of the contribution
     */
    SiteScanSteps(
            Shape shape,
            SiteRuns runs,
            IntUnaryOperator carriers,
            Part given,
            ScheduleBuilder builder) {
        this.shape = shape;
        this.runs = runs;
        this.carriers = carriers;
        this.builder = builder;
        this.given = given;
        items = given.count();
        result = Part.receive(given.offset() - shape.contribution().offset(), items);
        site = shape.sites.ranks().of(shape.rank);
        carrier = carriers.applyAsInt(site);
        myNumber = runs.numberOf(site, shape.rank);
        myRun = runs.of(site).get(myNumber);
    }

    void run() {
        boolean isLast = shape.rank == myRun.end() - 1;
        if (shape.rank == carrier) {
            Part own = builder.temporary(items * runs.of(site).size());
            scanRun(isLast ? own.slice(myNumber * items, items) : null);
            collect(own);
            spread(exchange(own));
            return;
        }
        Part total = isLast ? builder.temporary(items) : null;
        scanRun(total);
        if (isLast) {
            builder.send(carrier, total);
        }
        if (myRun.first() > 0) {
            broadcast(builder.temporary(items), myRun);
        }
    }

    /** Scans this rank's run; the result of its last rank is the total. */
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

    /** Receives the totals of the runs of this site that end at other ranks. */
    private void collect(Part own) {
        long at = 0;
        for (SiteRuns.Run run : runs.of(site)) {
            if (run.end() - 1 != carrier) {
                builder.recv(run.end() - 1, own.slice(at, items));
            }
            at += items;
        }
    }

    /** The totals of each site that the last run of this one needs, all of the own. */
    private Part[] exchange(Part own) {
        Part[] totals = new Part[runs.sites()];
        totals[site] = own;
        for (int round = 1; round < totals.length; round++) {
            int to = (site + round) % totals.length;
            int from = Math.floorMod(site - round, totals.length);
            builder.send(carriers.applyAsInt(to), own.slice(0, items * runs.before(site, to)));
            totals[from] = builder.temporary(items * runs.before(from, site));
            builder.recv(carriers.applyAsInt(from), totals[from]);
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
            if (run == runs.of(site).getLast()) {
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
        boolean isInside = run.has(carrier);
        int root = isInside ? carrier - run.first() : run.size();
        boolean isCarrier = shape.rank == carrier;
        int place = isCarrier ? root : shape.rank - run.first();
        Shape bcast =
                new Shape().reset(CollectiveKind.BCAST, place, run.size() + (isInside ? 0 : 1));
        bcast.root = root;
        bcast.count = items;
        bcast.itemBytes = shape.itemBytes;
        builder.within(at -> at == root ? carrier : run.first() + at, down, bcast, null, prefix);
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
