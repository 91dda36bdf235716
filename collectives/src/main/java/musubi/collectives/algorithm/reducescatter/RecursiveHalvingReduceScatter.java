package musubi.collectives.algorithm.reducescatter;

import musubi.collectives.schedule.FoldedRanks;
import musubi.collectives.schedule.Part;
import musubi.collectives.schedule.Planner;
import musubi.collectives.schedule.Requirements;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Shape;

/**
 * Reduce-scatter by recursive halving: in each round a rank exchanges half of its remaining blocks
 * with a partner half of the remaining ranks away. For equal and different blocks, and commutative
 * operations. Thakur, Rabenseifner and Gropp, Int. J. High Performance Computing Applications
 * 19(1), 2005, section 4.4; MPICH's reduce_scatter_intra_recursive_halving.
 *
 * <p>When p is no power of two, each of the first 2 (p - 2^k) ranks that is even hands its operands
 * to its neighbour and gets its block in the end.
 *
 * <p>Cost: floor(log2 p) α + (p - 1)/p n (β + γ); when p is no power of two 2 α + n (β + γ) + n/p β
 * more.
 *
 * <pre>
 *   p = 4   0&lt;-&gt;2 1&lt;-&gt;3 (n/2) | 0&lt;-&gt;1 2&lt;-&gt;3 (n/4)
 * </pre>
 */
public final class RecursiveHalvingReduceScatter implements Planner {
    @Override
    public String refusal(Shape shape) {
        return Requirements.commutative(shape);
    }

    @Override
    public void plan(Shape shape, ScheduleBuilder builder) {
        ScatteredOperands operands = new ScatteredOperands(shape);
        Part all = operands.of(0, shape.size);
        Part mine = operands.of(shape.rank);
        FoldedRanks ranks = new FoldedRanks(shape.size);
        if (ranks.isFolded(shape.rank)) {
            builder.send(shape.rank + 1, all);
            builder.recv(shape.rank + 1, Part.receive(0, mine.count()));
            return;
        }
        Part work = builder.temporary(all.count());
        Part arrival = builder.temporary(all.count());
        builder.copy(all, work);
        if (ranks.isPaired(shape.rank)) {
            builder.recv(shape.rank - 1, arrival);
            builder.reduce(arrival, work);
        }
        int me = ranks.place(shape.rank);
        for (int half = ranks.core() / 2; half > 0; half /= 2) {
            int peer = ranks.peer(shape.rank, half);
            int kept = me & -half;
            int given = kept ^ half;
            Part away = operands.of(ranks.first(given), ranks.first(given + half));
            Part own = operands.of(ranks.first(kept), ranks.first(kept + half));
            builder.send(peer, work.slice(away.offset(), away.count()));
            Part arrived = arrival.slice(own.offset(), own.count());
            builder.recv(peer, arrived);
            builder.reduce(arrived, work.slice(own.offset(), own.count()));
        }
        if (ranks.isPaired(shape.rank)) {
            Part theirs = operands.of(shape.rank - 1);
            builder.send(shape.rank - 1, work.slice(theirs.offset(), theirs.count()));
        }
        builder.copy(work.slice(mine.offset(), mine.count()), Part.receive(0, mine.count()));
    }
}
