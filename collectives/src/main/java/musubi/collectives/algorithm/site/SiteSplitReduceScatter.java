package musubi.collectives.algorithm.site;

import musubi.collectives.algorithm.reducescatter.ScatteredOperands;
import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

import java.util.ArrayList;
import java.util.List;

/**
 * Reduce-scatter of long blocks by site, in segments: each site reduces a block up a binomial tree
 * to one of its ranks, the carrier, which sends it to the rank that the block belongs to. Carriers
 * of the blocks of a site are all ranks in turn, so that a wide link carries its bytes over as many
 * connections as the smaller site has ranks, or more.
 *
 * <p>Cost: ceil(log2 m) α + n (β + γ) on the largest site, of m ranks, L + n/N/B between N sites,
 * and N n/p γ.
 *
 * <pre>
 *   sites (0 1) (2 3)   1-0-&gt;0 0-1-&gt;1 1-2-&gt;0 0-3-&gt;1 and so on site (2 3),
 *                       0-2-&gt;2 1-3-&gt;3 2-0-&gt;0 3-1-&gt;1
 * </pre>
 */
public final class SiteSplitReduceScatter implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        return SiteView.segmentBytes(new ScatteredOperands(shape).most() * shape.itemBytes);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        new Plan(shape, builder).run();
    }

    /** The steps of a rank. */
    private static final class Plan {
        private final Shape shape;
        private final ScheduleBuilder builder;
        private final ScatteredOperands operands;
        private final NodeMap ranks;
        private final int site;
        private final RunPartials partials;

        /** This site's partials of each segment of this rank's block. */
        private final List<Part> own = new ArrayList<>();

        Plan(Shape shape, ScheduleBuilder builder) {
            this.shape = shape;
            this.builder = builder;
            operands = new ScatteredOperands(shape);
            ranks = shape.sites.ranks();
            site = ranks.of(shape.rank);
            partials = new RunPartials(shape, builder);
        }

        /** Blocks of other sites first: they have the longer way. */
        void run() {
            for (int distance = 1; distance <= ranks.count(); distance++) {
                int to = (site + distance) % ranks.count();
                for (int place = 0; place < ranks.size(to); place++) {
                    reduce(ranks.member(to, place), ranks.member(site, place % ranks.size(site)));
                }
            }
            // In place, the result replaces operands of other blocks.
            receive();
        }

        /** Reduces the block of a rank on this rank's site. */
        private void reduce(int target, int carrier) {
            for (Part part : Segments.of(operands.of(target), shape.segment)) {
                Part sums = partials.collect(part, carrier);
                if (shape.rank == target) {
                    own.add(sums);
                } else if (shape.rank == carrier) {
                    builder.send(target, sums);
                }
            }
        }

        private void receive() {
            int place = ranks.placeOf(shape.rank);
            long at = 0;
            for (Part sums : own) {
                long items = sums.count() / partials.count(site);
                Part[] all = new Part[ranks.count()];
                for (int from = 0; from < all.length; from++) {
                    all[from] = sums;
                    if (from != site) {
                        all[from] = builder.temporary(items * partials.count(from));
                        builder.recv(ranks.member(from, place % ranks.size(from)), all[from]);
                    }
                }
                Part result = Accumulation.fold(builder, partials.inOrder(all));
                builder.copy(result, Part.receive(at, items));
                at += items;
            }
        }
    }
}
