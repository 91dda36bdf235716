package musubi.collectives.algorithm.site;

import musubi.collectives.algorithm.reducescatter.ScatteredOperands;
import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

/**
 * Reduce-scatter by site: all operands up a binomial tree to the leader of each site, between all
 * leaders at once the {@link RunPartials} of the blocks of the receiving site, each of which
 * reduces them in rank order and distributes the blocks. One message for each pair of sites and
 * direction, in segments if it is long.
 *
 * <p>Cost: ceil(log2 m) (α + n β + n γ) on the largest site, of m ranks, L + n/N/B between N sites,
 * and α + n/N (β + N γ).
 *
 * <pre>
 *   sites (0 1) (2 3)   1-&gt;0 3-&gt;2, 0-(2 3)-&gt;2 2-(0 1)-&gt;0, 0-1-&gt;1 2-3-&gt;3
 * </pre>
 */
public final class SiteReduceScatter implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        return SiteView.segmentBytes(new ScatteredOperands(shape).count() * shape.itemBytes);
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
        private final SiteView view;
        private final NodeMap ranks;
        private final RunPartials partials;

        /** Where the blocks of each site begin, and end, if they are sorted by site. */
        private final long[] starts;

        Plan(Shape shape, ScheduleBuilder builder) {
            this.shape = shape;
            this.builder = builder;
            operands = new ScatteredOperands(shape);
            ranks = shape.sites.ranks();
            view = SiteView.of(shape, ranks.leader(0));
            partials = new RunPartials(shape, builder);
            starts = new long[view.sites() + 1];
            for (int site = 0; site < view.sites(); site++) {
                starts[site + 1] = starts[site];
                for (int place = 0; place < ranks.size(site); place++) {
                    starts[site + 1] += operands.of(ranks.member(site, place)).count();
                }
            }
        }

        void run() {
            int site = view.site();
            Part mine = Part.receive(0, operands.of(shape.rank).count());
            Part sorted = sorted();
            Part sums = partials.collect(sorted, view.siteRoot(site));
            if (!view.isSiteRoot()) {
                builder.recv(view.siteRoot(site), mine);
                return;
            }
            Part result = Accumulation.fold(builder, partials.inOrder(exchange(sums)));
            long at = 0;
            for (int place = 0; place < ranks.size(site); place++) {
                int to = ranks.member(site, place);
                Part block = result.slice(at, operands.of(to).count());
                if (to == shape.rank) {
                    builder.copy(block, mine);
                } else {
                    builder.send(to, block);
                }
                at += block.count();
            }
        }

        /** This rank's operands, those for ranks of one site after the other. */
        private Part sorted() {
            Part all = operands.of(0, shape.size);
            if (ranks.haveContiguousRanks()) {
                return all;
            }
            Part sorted = builder.temporary(all.count());
            long at = 0;
            for (int site = 0; site < view.sites(); site++) {
                for (int place = 0; place < ranks.size(site); place++) {
                    Part block = operands.of(ranks.member(site, place));
                    builder.copy(block, sorted.slice(at, block.count()));
                    at += block.count();
                }
            }
            return sorted;
        }

        /** The partials of all sites for the blocks of this one. */
        private Part[] exchange(Part sums) {
            int site = view.site();
            Part[] all = new Part[view.sites()];
            all[site] = partialsFor(site, sums);
            for (int round = 1; round < all.length; round++) {
                int to = (site + round) % all.length;
                int from = Math.floorMod(site - round, all.length);
                for (Part part : Segments.of(partialsFor(to, sums), shape.segment)) {
                    builder.send(ranks.leader(to), part);
                }
                all[from] = builder.temporary(blocksOf(site) * partials.count(from));
                for (Part part : Segments.of(all[from], shape.segment)) {
                    builder.recv(ranks.leader(from), part);
                }
            }
            return all;
        }

        private long blocksOf(int site) {
            return starts[site + 1] - starts[site];
        }

        /** This site's partials for the blocks of a site, one after the other. */
        private Part partialsFor(int to, Part sums) {
            int many = partials.count(view.site());
            long blocks = blocksOf(to);
            if (many == 1) {
                return sums.slice(starts[to], blocks);
            }
            Part together = builder.temporary(blocks * many);
            long all = sums.count() / many;
            for (int i = 0; i < many; i++) {
                Part partial = sums.slice(i * all + starts[to], blocks);
                builder.copy(partial, together.slice(i * blocks, blocks));
            }
            return together;
        }
    }
}
