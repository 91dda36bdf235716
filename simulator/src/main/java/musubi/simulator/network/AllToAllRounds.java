package musubi.simulator.network;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.ScheduleBuilder;
import musubi.collectives.schedule.Step;
import musubi.collectives.topology.Torus;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Rounds of an all-to-all on too many ranks to simulate each message: all messages between two
 * fences of the algorithm are one round, whose time is that of the busiest link. The rounds are
 * planned for rank 0; all other ranks must send to the same relative peers, which is checked on
 * some.
 */
final class AllToAllRounds {
    private static final int CHECKED = 8;

    private final Torus torus;
    private final int ranks;
    private final int ranksPerNode;
    private final List<int[]> rounds;
    private final boolean byVector;

    /** The rounds of an algorithm. */
    AllToAllRounds(Algorithm algorithm, Torus nodes, int ranksPerNode) {
        torus = nodes;
        this.ranksPerNode = ranksPerNode;
        JobPlacement placement = JobPlacement.inTorus(nodes, ranksPerNode);
        ranks = placement.ranks();
        CallShapes shapes = new CallShapes(CollectiveKind.ALLTOALL, placement, 1, 0);
        rounds = rounds(algorithm, shapes, 0);
        boolean places = true;
        boolean vectors = true;
        for (int i = 1; i <= CHECKED; i++) {
            int rank = (int) ((long) i * (ranks - 1) / CHECKED);
            List<int[]> others = rounds(algorithm, shapes, rank);
            places &= isSame(others, peer -> (peer + rank) % ranks);
            vectors &= isSame(others, peer -> moved(placement.torus(), rank, peer));
        }
        if (!places && !vectors) {
            throw new IllegalArgumentException(
                    ("%s differs between ranks, so its rounds cannot be estimated: ranks=%s; take"
                                    + " fewer")
                            .formatted(algorithm.name(), ranks));
        }
        byVector = !places;
    }

    private static int moved(Torus all, int rank, int by) {
        int[] here = all.coordinates(rank);
        int[] vector = all.coordinates(by);
        Arrays.setAll(here, d -> here[d] + vector[d]);
        return all.rankAt(here);
    }

    private static List<int[]> rounds(Algorithm algorithm, CallShapes shapes, int rank) {
        ScheduleBuilder builder = new ScheduleBuilder();
        algorithm.planner().plan(shapes.of(rank), builder);
        List<int[]> rounds = new ArrayList<>();
        int[] peers = new int[shapes.size()];
        int count = 0;
        for (ScheduleBuilder.Draft draft : builder.drafts()) {
            if (draft.fenced() && count > 0) {
                rounds.add(Arrays.copyOf(peers, count));
                count = 0;
            }
            if (draft.kind() == Step.Kind.SEND) {
                peers[count++] = draft.peer();
            }
        }
        rounds.add(Arrays.copyOf(peers, count));
        return rounds;
    }

    private boolean isSame(List<int[]> others, IntUnaryOperator peer) {
        if (others.size() != rounds.size()) {
            return false;
        }
        for (int i = 0; i < others.size(); i++) {
            int[] expected = Arrays.stream(rounds.get(i)).map(peer).toArray();
            if (!Arrays.equals(expected, others.get(i))) {
                return false;
            }
        }
        return true;
    }

    int rounds() {
        return rounds.size();
    }

    /** Messages that each rank sends in a round. */
    int messages(int round) {
        return rounds.get(round).length;
    }

    /** Loads of all links in a round. */
    void load(int round, RoundLoads loads) {
        loads.clear();
        for (int peer : rounds.get(round)) {
            if (byVector) {
                loads.addVector(torus.coordinates(peer / ranksPerNode));
            } else {
                loads.addRanksAhead(peer);
            }
        }
    }
}
