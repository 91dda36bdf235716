package musubi.collectives.algorithm.site;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Segments;
import musubi.collectives.schedule.Shape;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All-gather by site: the blocks of a node to its leader, those of a site to its leader, those of
 * whole sites between all leaders of a cluster at once, those of whole clusters between all leaders
 * of clusters at once, and down star and trees. One message for each pair of sites or clusters and
 * direction, in segments if it is long. Blocks of groups with contiguous ranks are not copied.
 *
 * <p>Cost: α + m n β, L + m n/B between the sites, and ceil(log2 m) (α + p n β).
 *
 * <pre>
 *   sites (0 1) (2 3)   1-&gt;0 3-&gt;2, 0-ab-&gt;2 2-cd-&gt;0, 0-abcd-&gt;1 2-abcd-&gt;3
 * </pre>
 */
public final class SiteAllGather implements Planner {
    @Override
    public String refusal(Shape shape) {
        return SiteView.refusal(shape);
    }

    @Override
    public long segmentBytes(Shape shape) {
        long items =
                shape.receiveCounts == null
                        ? shape.count * shape.size
                        : shape.receiveCounts.sum(shape.size);
        return SiteView.segmentBytes(items * shape.itemBytes);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        Plan plan = new Plan(shape, builder);
        plan.gather();
        plan.exchange();
        plan.distribute();
    }

    /** The steps of a rank. */
    private static final class Plan {
        private final Shape shape;
        private final ScheduleBuilder builder;
        private final SiteLevels levels;

        /** By level and part. */
        private final Map<List<Integer>, GatheredGroup> known = new HashMap<>();

        Plan(Shape shape, ScheduleBuilder builder) {
            this.shape = shape;
            this.builder = builder;
            levels = new SiteLevels(shape, 0);
        }

        /** The blocks of a part of this rank's group. */
        private GatheredGroup blocks(int level, int part) {
            return known.computeIfAbsent(
                    List.of(level, part),
                    _ ->
                            new GatheredGroup(
                                    shape, builder, rank -> levels.of(level - 1, rank) == part));
        }

        void gather() {
            if (levels.isLeader(0)) {
                builder.copy(shape.contribution(), shape.receiveBlock(shape.rank));
            } else {
                builder.send(levels.leader(0), shape.contribution());
            }
            for (int level = 0; level <= levels.site() && levels.isLeader(level - 1); level++) {
                if (levels.isLeader(level)) {
                    for (int part : levels.parts(level)) {
                        receive(level, part, 0);
                    }
                } else if (level > 0) {
                    int mine = levels.of(level - 1, shape.rank);
                    builder.send(levels.leader(level), blocks(level, mine).packed());
                }
            }
        }

        private void receive(int level, int part, long segment) {
            int from = levels.leader(level - 1, part);
            if (from != shape.rank) {
                GatheredGroup blocks = blocks(level, part);
                for (Part piece : Segments.of(blocks.arrival(), segment)) {
                    builder.recv(from, piece);
                }
                blocks.unpack();
            }
        }

        void exchange() {
            for (int level = levels.site() + 1; level <= levels.top(); level++) {
                if (!levels.isLeader(level - 1)) {
                    return;
                }
                Part mine = blocks(level, inRound(level, 0)).packed();
                for (int round = 1; round < levels.parts(level).length; round++) {
                    int to = levels.leader(level - 1, inRound(level, -round));
                    for (Part piece : Segments.of(mine, shape.segment)) {
                        builder.send(to, piece);
                    }
                    receive(level, inRound(level, round), shape.segment);
                }
            }
        }

        /** The part whose blocks arrive in a round; this rank's part in round 0. */
        private int inRound(int level, int round) {
            int[] parts = levels.parts(level);
            return parts[Math.floorMod(levels.place(level) - round, parts.length)];
        }

        /** Passes on what the leaders have received. */
        void distribute() {
            down(levels.site() + 1, 0);
            for (int level = levels.site() + 1; level <= levels.top(); level++) {
                for (int round = 1; round < levels.parts(level).length; round++) {
                    down(level, round);
                }
            }
        }

        private void down(int level, int round) {
            GatheredGroup blocks = blocks(level, inRound(level, round));
            boolean isLeader = levels.isLeader(level - 1);
            Part items = isLeader ? blocks.packed() : blocks.arrival();
            for (Part piece : Segments.of(items, shape.segment)) {
                levels.down(level - 1, piece, builder);
            }
            if (!isLeader) {
                blocks.unpack();
            }
        }
    }
}
