package musubi.collectives.algorithm.site;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.bcast.BinomialBroadcast;
import musubi.collectives.algorithm.reduce.BinomialReduce;
import musubi.collectives.schedule.Accumulation;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.List;
import java.util.stream.IntStream;

/**
 * All-reduce of long messages by site: as many ranks of each site as the smallest one has reduce a
 * slice each, exchange it in segments with those of the other sites that have the same slice, and
 * distribute the result on their site. With more than two sites the exchange is a reduction of a
 * part of the slice at each site and a distribution of the parts. Needs contiguous sites unless the
 * operation commutes.
 *
 * <p>Cost: between two sites L + n/B; between N of them 2 L + 2 n/N/B over each wide link. All
 * slices together cross a link over as many connections as there are slices.
 *
 * <pre>
 *   sites (0 1) (2 3), slices a b   1-a-&gt;0 0-b-&gt;1 3-a-&gt;2 2-b-&gt;3,
 *                                   0-a-&gt;2 2-a-&gt;0 1-b-&gt;3 3-b-&gt;1,
 *                                   0-a-&gt;1 1-b-&gt;0 2-a-&gt;3 3-b-&gt;2
 * </pre>
 */
public final class SiteSplitAllReduce implements Planner {
    private final Planner up = new BinomialReduce();
    private final Planner down = new BinomialBroadcast();

    @Override
    public String refusal(Shape shape) {
        String refusal = SiteView.refusal(shape);
        if (refusal != null || shape.commutative || shape.sites.ranks().haveContiguousRanks()) {
            return refusal;
        }
        return "the operation is not commutative, and the ranks of a site do not follow each other";
    }

    @Override
    public long segmentBytes(Shape shape) {
        return SiteView.segmentBytes(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        new Plan(shape, builder).run();
    }

    /** One of several shares of nearly equal length. */
    private static Part share(Part whole, int number, int shares) {
        long from = whole.count() * number / shares;
        return whole.slice(from, whole.count() * (number + 1) / shares - from);
    }

    /** The steps of a rank. */
    private final class Plan {
        private final Shape shape;
        private final ScheduleBuilder builder;
        private final SiteView view;
        private final int place;
        private final int slices;

        Plan(Shape shape, ScheduleBuilder builder) {
            this.shape = shape;
            this.builder = builder;
            view = SiteView.of(shape, shape.sites.ranks().leader(0));
            place = view.ranks().placeOf(shape.rank);
            slices = IntStream.range(0, view.sites()).map(view.ranks()::size).min().orElseThrow();
        }

        /** Each wide message is a segment of a slice, or of the part of a slice for a site. */
        void run() {
            int parts = view.sites() == 2 ? 1 : view.sites();
            for (Part from : Segments.of(shape.contribution(), shape.segment * slices * parts)) {
                Part to = Part.receive(from.offset(), from.count());
                Part partial = collect(from);
                if (partial != null) {
                    Part result = share(to, place, slices);
                    if (view.sites() == 2) {
                        exchange(partial, result);
                    } else {
                        reduceAndDistribute(partial, result);
                    }
                }
                for (int i = 0; i < slices; i++) {
                    Part slice = share(to, i, slices);
                    Shape onSite = view.onSite(shape, CollectiveKind.BCAST, slice.count(), i);
                    builder.within(view::onMySite, down, onSite, null, slice);
                }
            }
        }

        /** The partial result of this rank's slice; null if it has none. */
        private Part collect(Part whole) {
            Part mine = null;
            for (int i = 0; i < slices; i++) {
                Part slice = share(whole, i, slices);
                Part partial = place == i ? builder.temporary(slice.count()) : null;
                Shape onSite = view.onSite(shape, CollectiveKind.REDUCE, slice.count(), i);
                builder.within(view::onMySite, up, onSite, slice, partial);
                mine = partial == null ? mine : partial;
            }
            return mine;
        }

        /** The rank of a site with the same slice. */
        private int carrier(int site) {
            return view.ranks().member(site, place);
        }

        /** Between two sites: both send and reduce. */
        private void exchange(Part mine, Part result) {
            Part other = builder.temporary(mine.count());
            builder.send(carrier(1 - view.site()), mine);
            builder.recv(carrier(1 - view.site()), other);
            List<Part> both = view.site() == 0 ? List.of(mine, other) : List.of(other, mine);
            builder.copy(Accumulation.fold(builder, both), result);
        }

        private void reduceAndDistribute(Part mine, Part result) {
            Part[] operands = new Part[view.sites()];
            for (int site = 0; site < operands.length; site++) {
                operands[site] = share(mine, view.site(), operands.length);
                if (site != view.site()) {
                    builder.send(carrier(site), share(mine, site, operands.length));
                    operands[site] = builder.temporary(operands[site].count());
                    builder.recv(carrier(site), operands[site]);
                }
            }
            Part own = share(result, view.site(), operands.length);
            builder.copy(Accumulation.fold(builder, List.of(operands)), own);
            for (int site = 0; site < operands.length; site++) {
                if (site != view.site()) {
                    builder.send(carrier(site), own);
                    builder.recv(carrier(site), share(result, site, operands.length));
                }
            }
        }
    }
}
