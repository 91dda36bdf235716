package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * All-to-all of short equal blocks by site: all blocks from one site to another one, or from one
 * cluster of sites to another one, are one message. The ranks of a site share these messages: each
 * gets the blocks for some of the other groups from all ranks of its site, and later distributes
 * those that arrive from these groups. Blocks between clusters pass a site of each, another one for
 * each pair.
 *
 * <p>Cost, with N sites of m ranks: 2 (m - 1) (α + N n β), and ceil((N - 1)/m) m^2 n/B + L.
 *
 * <pre>
 *   sites (0 1) (2 3) (4 5)   0-&gt;1: blocks for 4 5   1-&gt;0: blocks for 2 3
 *                             0&lt;-&gt;2 (4 blocks) 1&lt;-&gt;4 3&lt;-&gt;5
 *                             0-&gt;1: blocks from 2 3  1-&gt;0: blocks from 4 5
 * </pre>
 */
public final class SiteAllToAll implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Plan plan = new Plan(shape, builder);
        plan.toCarriers();
        plan.toGateways();
        plan.across();
        plan.fromGateways();
        plan.fromCarriers();
        plan.deliver();
    }

    /** The steps of a rank. */
    private static final class Plan {
        private final Shape shape;
        private final ScheduleBuilder builder;
        private final SiteCarriers carriers;
        private final BlockMessages blocks;
        private final int site;
        private final int[] local;

        Plan(Shape shape, ScheduleBuilder builder) {
            this.shape = shape;
            this.builder = builder;
            carriers = new SiteCarriers(shape);
            blocks = new BlockMessages(shape.size, shape.count, builder);
            for (int to = 0; to < shape.size; to++) {
                Part block = shape.inPlace ? shape.receiveBlock(to) : shape.sendBlock(to);
                blocks.add(shape.rank, to, block);
            }
            site = shape.sites.ranks().of(shape.rank);
            local = carriers.ranks(carriers.group(site));
        }

        private boolean isCarrier(SiteCarriers.Group other) {
            return carriers.carrier(site, other) == shape.rank;
        }

        private boolean isAtGateway(SiteCarriers.Group other) {
            return carriers.gateway(carriers.peer(site, other), other) == site;
        }

        void toCarriers() {
            for (int round = 1; round < local.length; round++) {
                int to = inRound(round);
                int from = inRound(-round);
                blocks.send(to, toCarrier(shape.rank, to));
                blocks.receive(from, toCarrier(from, shape.rank));
            }
        }

        private int inRound(int round) {
            int place = Arrays.binarySearch(local, shape.rank);
            return local[Math.floorMod(place + round, local.length)];
        }

        private long[] toCarrier(int from, int to) {
            IntStream targets =
                    carriers.others(site).stream()
                            .filter(other -> carriers.carrier(site, other) == to)
                            .flatMapToInt(other -> Arrays.stream(carriers.ranks(other)));
            return blocks.names(
                    new int[] {from}, IntStream.concat(IntStream.of(to), targets).toArray());
        }

        /** From the sites of a cluster to the one that has the link to another cluster. */
        void toGateways() {
            for (SiteCarriers.Group other : mine()) {
                int[] targets = carriers.ranks(other);
                if (!isAtGateway(other)) {
                    int gateway = carriers.gateway(carriers.peer(site, other), other);
                    blocks.send(carriers.carrier(gateway, other), blocks.names(local, targets));
                    continue;
                }
                for (int near : sitesBehind(other)) {
                    int[] sources = carriers.ranks(carriers.group(near));
                    blocks.receive(carriers.carrier(near, other), blocks.names(sources, targets));
                }
            }
        }

        void across() {
            for (SiteCarriers.Group other : mine()) {
                if (isAtGateway(other)) {
                    SiteCarriers.Group own = carriers.peer(site, other);
                    int far = carriers.carrier(carriers.gateway(other, own), own);
                    int[] here = carriers.ranks(own);
                    int[] there = carriers.ranks(other);
                    blocks.send(far, blocks.names(here, there));
                    blocks.receive(far, blocks.names(there, here));
                }
            }
        }

        void fromGateways() {
            for (SiteCarriers.Group other : mine()) {
                int[] sources = carriers.ranks(other);
                if (!isAtGateway(other)) {
                    int gateway = carriers.gateway(carriers.peer(site, other), other);
                    blocks.receive(carriers.carrier(gateway, other), blocks.names(sources, local));
                    continue;
                }
                for (int near : sitesBehind(other)) {
                    int[] targets = carriers.ranks(carriers.group(near));
                    blocks.send(carriers.carrier(near, other), blocks.names(sources, targets));
                }
            }
        }

        /** The other groups whose messages this rank carries. */
        private List<SiteCarriers.Group> mine() {
            return carriers.others(site).stream().filter(this::isCarrier).toList();
        }

        /** The sites for which this one is the gateway to another group. */
        private int[] sitesBehind(SiteCarriers.Group other) {
            return Arrays.stream(carriers.sites(carriers.peer(site, other)))
                    .filter(near -> near != site)
                    .toArray();
        }

        void fromCarriers() {
            for (int round = 1; round < local.length; round++) {
                int to = inRound(round);
                int from = inRound(-round);
                blocks.send(to, fromCarrier(shape.rank, to));
                blocks.receive(from, fromCarrier(from, shape.rank));
            }
        }

        private long[] fromCarrier(int from, int to) {
            int[] sources =
                    carriers.others(site).stream()
                            .filter(other -> carriers.carrier(site, other) == from)
                            .flatMapToInt(other -> Arrays.stream(carriers.ranks(other)))
                            .toArray();
            return blocks.names(sources, to);
        }

        void deliver() {
            for (int from = 0; from < shape.size; from++) {
                builder.copy(blocks.get(from, shape.rank), shape.receiveBlock(from));
            }
        }
    }
}
