package musubi.simulator.network;

import musubi.collectives.schedule.Algorithm;
import musubi.collectives.topology.TorusEmbedding;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Time of an all-to-all from the loads of links: the sum of its rounds, each of which takes as long
 * as the busiest link, or as the injection of a node. Where links are counted message by message
 * and messages are too many, a sample of the rounds stands for all: a random one out of each run of
 * successive ones, with a fixed seed.
 */
final class AllToAllTimes {
    /** Messages counted, of all rounds together. */
    private static final long MOST_COUNTED = 10_000_000;

    private final int ranks;
    private final List<Round> rounds = new ArrayList<>();

    /** Number of rounds that each one stands for. */
    private final double each;

    /** Loads of a round. */
    private record Round(int onALink, int sent, long injected, long longest) {}

    AllToAllTimes(Algorithm algorithm, TorusEmbedding layout, int ranksPerNode) {
        boolean isSame = layout.isIdentity();
        RoundLoads loads =
                isSame
                        ? new LinkLoads(layout.logical(), ranksPerNode)
                        : new PlacedLoads(layout, ranksPerNode);
        AllToAllRounds all = new AllToAllRounds(algorithm, layout.logical(), ranksPerNode);
        ranks = layout.logical().size() * ranksPerNode;
        long counted = isSame ? 0 : (long) layout.logical().size() * (ranks - 1);
        int stride = Math.clamp(Math.ceilDiv(counted, MOST_COUNTED), 1, all.rounds());
        Random random = new Random(1);
        for (int from = 0; from < all.rounds(); from += stride) {
            int round = from + random.nextInt(Math.min(stride, all.rounds() - from));
            all.load(round, loads);
            long injected = (long) all.messages(round) * ranksPerNode;
            rounds.add(new Round(loads.mostOnALink(), loads.mostSent(), injected, loads.longest()));
        }
        each = (double) all.rounds() / rounds.size();
    }

    /** An all-to-all of blocks of one size. */
    Outcome of(long bytes, LinkCost link, long hop, Injection injection) {
        long picos = 0;
        for (Round round : rounds) {
            long passing = round.onALink * link.transfer(bytes);
            long leaving = round.sent * link.occupancy(bytes) - link.overhead();
            long injected = injection.leastTime(round.injected, link, bytes);
            picos += Math.max(injected, Math.max(passing, leaving)) + link.latency();
            picos += Math.max(0, round.longest - 1) * hop;
        }
        long messages = (long) ranks * (ranks - 1);
        return new Outcome(
                Math.round(picos * each),
                messages,
                messages * bytes,
                2 * messages,
                0,
                Outcome.Method.LOADS);
    }
}
