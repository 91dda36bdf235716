package musubi.collectives.algorithm.allgather;

import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * All-gather by neighbour exchange, for an even number of ranks: ranks exchange the blocks received
 * last with the neighbours on either side in turn, two blocks at a time except in the first round.
 * Chen et al., Performance evaluation of allgather algorithms on terascale Linux cluster with fast
 * Ethernet, HPC Asia 2005; Open MPI coll/base, allgather neighborexchange. Also for blocks of
 * different sizes.
 *
 * <p>Cost: p/2 α + (p - 1) n β; blocks of different sizes are copied once more.
 *
 * <pre>
 *   p = 4   0&lt;-&gt;1 (0 | 1)      2&lt;-&gt;3 (2 | 3)
 *           1&lt;-&gt;2 (0 1 | 2 3)  3&lt;-&gt;0 (2 3 | 0 1)
 * </pre>
 */
public final class NeighbourExchangeAllGather implements Planner {
    @Override
    public String refusal(Shape shape) {
        return shape.size % 2 == 0 ? null : "the number of ranks is odd";
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        GatheredBlocks blocks = new GatheredBlocks(shape, builder);
        int side = shape.rank % 2 == 0 ? 1 : -1;
        int first = shape.after(side);
        builder.send(first, blocks.of(shape.rank, shape.rank + 1));
        builder.recv(first, blocks.of(first, first + 1));
        int pair = shape.rank & -2;
        int[] last = {pair, pair};
        int known = pair;
        for (int round = 1; round < shape.size / 2; round++) {
            int turn = round % 2;
            int sign = turn == 0 ? side : -side;
            last[turn] = Math.floorMod(last[turn] + 2 * sign, shape.size);
            int peer = shape.after(sign);
            builder.send(peer, blocks.of(known, known + 2));
            builder.recv(peer, blocks.of(last[turn], last[turn] + 2));
            known = last[turn];
        }
        blocks.deliver(builder);
    }
}
