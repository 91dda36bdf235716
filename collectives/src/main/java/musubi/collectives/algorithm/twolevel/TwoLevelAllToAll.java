package musubi.collectives.algorithm.twolevel;

import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;

/**
 * All-to-all of small equal blocks in two levels: the ranks of a node send all their blocks to its
 * leader, leaders exchange the blocks between their nodes in one message each, and distribute them.
 * As in Open MPI's coll/han.
 *
 * <p>Cost, with N nodes of k ranks: 2 (α + (k - 1) p n β) at a leader, and (N - 1) (α + k^2 n β);
 * the leader copies k p n three times and has four buffers of that size.
 *
 * <pre>
 *   nodes (0 1) (2 3)   1-&gt;0 3-&gt;2, 0&lt;-&gt;2 (4 blocks), 0-&gt;1 2-&gt;3
 * </pre>
 */
public final class TwoLevelAllToAll implements Planner {
    @Override
    public String refusal(Shape shape) {
        return TwoLevels.refusal(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        long row = Math.multiplyExact(shape.count, shape.size);
        Part mine = shape.inPlace ? Part.receive(0, row) : Part.send(0, row);
        NodeMap nodes = shape.nodes;
        int leader = nodes.leader(nodes.of(shape.rank));
        if (shape.rank == leader) {
            new Leader(shape, nodes, builder, mine).run();
        } else {
            builder.send(leader, mine);
            builder.recv(leader, Part.receive(0, row));
        }
    }

    /** The steps of the leader of a node. */
    private static final class Leader {
        private final Shape shape;
        private final ScheduleBuilder builder;
        private final NodeMap nodes;
        private final int node;
        private final int ranks;

        /** The blocks of each rank of the node, row by row. */
        private final Part[] given;

        Leader(Shape shape, NodeMap nodes, ScheduleBuilder builder, Part mine) {
            this.shape = shape;
            this.builder = builder;
            this.nodes = nodes;
            node = nodes.of(shape.rank);
            ranks = nodes.size(node);
            given = new Part[ranks];
            given[0] = mine;
        }

        void run() {
            long row = shape.count * shape.size;
            for (int i = 1; i < ranks; i++) {
                given[i] = builder.temporary(row);
                builder.recv(nodes.member(node, i), given[i]);
            }
            Part[] arrived = new Part[nodes.count()];
            for (int round = 0; round < nodes.count(); round++) {
                int to = (node + round) % nodes.count();
                int from = Math.floorMod(node - round, nodes.count());
                Part packed = pack(to);
                arrived[from] = round == 0 ? packed : room(from);
                if (round > 0) {
                    builder.send(nodes.leader(to), packed);
                    builder.recv(nodes.leader(from), arrived[from]);
                }
            }
            for (int i = 0; i < ranks; i++) {
                Part result = i == 0 ? Part.receive(0, row) : builder.temporary(row);
                for (int from = 0; from < nodes.count(); from++) {
                    unpack(arrived[from], from, i, result);
                }
                if (i > 0) {
                    builder.send(nodes.member(node, i), result);
                }
            }
        }

        private Part room(int other) {
            return builder.temporary(shape.count * ranks * nodes.size(other));
        }

        /** The blocks for a node: for each rank there those of the ranks here. */
        private Part pack(int to) {
            Part packed = room(to);
            for (int target = 0; target < nodes.size(to); target++) {
                for (int i = 0; i < ranks; i++) {
                    Part block = block(given[i], nodes.member(to, target));
                    builder.copy(block, block(packed, target * ranks + i));
                }
            }
            return packed;
        }

        /** Sends a rank of this node its blocks from a node. */
        private void unpack(Part arrived, int from, int place, Part result) {
            int sources = nodes.size(from);
            for (int source = 0; source < sources; source++) {
                Part block = block(arrived, place * sources + source);
                builder.copy(block, block(result, nodes.member(from, source)));
            }
        }

        private Part block(Part row, int number) {
            return row.slice(number * shape.count, shape.count);
        }
    }
}
