package musubi.collectives.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.Rank;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.coll.Collectives;
import musubi.coll.PersistentCollective;
import musubi.collectives.LiveCase;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.job.JobOfThreads;
import musubi.pt2pt.request.CommRequest;
import musubi.type.MpiType;
import musubi.type.TypeConstructors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** All-to-alls of different blocks by algorithms for equal ones. */
class PaddedCallTest {
    private static final List<CollectiveKind> KINDS =
            List.of(CollectiveKind.ALLTOALLV, CollectiveKind.ALLTOALLW);

    private static final List<String> NAMES = List.of("bruck", "two-level");

    private static final MpiType[] TYPES = {
        MpiType.INT, MpiType.OBJECT, MpiType.BYTE, MpiType.DOUBLE
    };

    private static final int UNTOUCHED = -1;

    private final long seed = System.nanoTime();

    /** Three consecutive ranks form a node. */
    private static void run(int size, JobOfThreads.Program program) throws InterruptedException {
        JobOfThreads.run(size, Map.of("coll.ranks.per.node", "3"), program);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void shouldMatchTheStandardWhenBlocksArePadded(int size) throws InterruptedException {
        run(size, rank -> runAll(rank, NAMES));
    }

    /** Both stages cross the wide link once. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6, 9})
    void shouldMatchTheStandardWhenPaddedBlocksCrossSites(int size) throws InterruptedException {
        String grid = "A:0,B:1-2;A-B:1ms:1gbit";
        Map<String, String> settings = Map.of("coll.ranks.per.node", "3", "grid", grid);
        JobOfThreads.run(size, settings, rank -> runAll(rank, List.of("by-site")));
    }

    private void runAll(Rank rank, List<String> names) {
        Random random = new Random(seed);
        Collectives collectives = rank.world().collectives();
        for (CollectiveKind kind : KINDS) {
            for (String name : names) {
                rank.world().forceAlgorithm(kind, name);
                for (int count : new int[] {0, 1, 4, 300}) {
                    LiveCase live = newCase(rank, kind, count, random);
                    collectives.run(live.call);
                    live.check(name + " " + kind + " count=" + count + " seed=" + seed);
                }
                boolean able = name.equals("bruck") || rank.world().size() > 3;
                assertEquals(able ? name : "pairwise", rank.world().lastAlgorithm(kind).text());
            }
        }
    }

    private static LiveCase newCase(Rank rank, CollectiveKind kind, int count, Random random) {
        MpiType type = TYPES[random.nextInt(TYPES.length)];
        SymbolicCase job =
                new SymbolicCase(kind, rank.world().size(), count, random.nextInt(2), random);
        return new LiveCase(job, rank.world().rank(), type, random);
    }

    @Test
    void shouldSeparateCallsWhenSeveralAreInFlight() throws InterruptedException {
        run(5, this::runTogether);
    }

    private void runTogether(Rank rank) {
        Random random = new Random(seed);
        rank.world().forceAlgorithm(CollectiveKind.ALLTOALLV, "bruck");
        rank.world().forceAlgorithm(CollectiveKind.ALLTOALLW, "two-level");
        for (int round = 0; round < 10; round++) {
            LiveCase first = newCase(rank, KINDS.get(round % 2), 50, random);
            LiveCase second = newCase(rank, CollectiveKind.ALLTOALLV, 5, random);
            LiveCase third = newCase(rank, CollectiveKind.ALLREDUCE, 3, random);
            CommRequest a = rank.world().collectives().start(first.call);
            CommRequest b = rank.world().collectives().start(second.call);
            rank.world().collectives().run(third.call);
            rank.pt2pt().await(b);
            rank.pt2pt().await(a);
            for (LiveCase live : List.of(first, second, third)) {
                live.check("together, round=" + round + " seed=" + seed);
            }
        }
    }

    /** Blocks of (sender + receiver) mod 3 items, each of two ints with a gap between them. */
    private static final class Gapped {
        private static final int INTS = 3;

        final CollectiveCall call = new CollectiveCall().reset(CollectiveKind.ALLTOALLV);
        private final int me;
        private final int size;
        private final int[] out;
        private final int[] in;

        Gapped(Rank rank) {
            me = rank.world().rank();
            size = rank.world().size();
            out = new int[2 * INTS * size];
            in = new int[2 * INTS * size];
            int[] counts = new int[size];
            int[] at = new int[size];
            Arrays.setAll(counts, other -> (me + other) % 3);
            Arrays.setAll(at, other -> 2 * (size - 1 - other));
            MpiType type = TypeConstructors.hvector(2, 1, 2 * Integer.BYTES, MpiType.INT);
            call.send.setVector(out, 0, counts, at, type);
            call.receive.setVector(in, 0, counts.clone(), at.clone(), type);
        }

        void fill(int round) {
            Arrays.fill(in, UNTOUCHED);
            Arrays.setAll(out, i -> 10_000 * round + 1000 * me + i);
        }

        void check(int round) {
            int[] expected = new int[in.length];
            Arrays.fill(expected, UNTOUCHED);
            for (int from = 0; from < size; from++) {
                for (int item = 0; item < (me + from) % 3; item++) {
                    int to = INTS * (2 * (size - 1 - from) + item);
                    int value = 10_000 * round + 1000 * from + INTS * (2 * (size - 1 - me) + item);
                    expected[to] = value;
                    expected[to + 2] = value + 2;
                }
            }
            assertArrayEquals(expected, in);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7})
    void shouldPreserveGapsWhenACallRunsRepeatedly(int size) throws InterruptedException {
        run(
                size,
                rank -> {
                    for (String name : NAMES) {
                        rank.world().forceAlgorithm(CollectiveKind.ALLTOALLV, name);
                        Gapped gapped = new Gapped(rank);
                        gapped.fill(0);
                        rank.world().collectives().run(gapped.call);
                        gapped.check(0);
                        PersistentCollective prepared =
                                rank.world().collectives().prepare(gapped.call);
                        for (int round = 1; round <= 3; round++) {
                            gapped.fill(round);
                            rank.pt2pt().await(prepared.start());
                            gapped.check(round);
                        }
                    }
                });
    }

    /** A call in which the send counts of rank 0 differ from the receive counts of others. */
    private static int[] runUneven(Rank rank, CollectiveKind kind, int sent, int expected) {
        int me = rank.world().rank();
        int size = rank.world().size();
        int[] out = new int[3 * size];
        int[] in = new int[3 * size];
        Arrays.fill(out, me);
        Arrays.fill(in, UNTOUCHED);
        int[] outCounts = new int[size];
        int[] inCounts = new int[size];
        Arrays.fill(outCounts, me == 0 ? sent : 1);
        Arrays.fill(inCounts, 1);
        inCounts[0] = expected;
        outCounts[0] = me == 0 ? expected : 1;
        int unit = kind.hasTypes() ? Integer.BYTES : 1;
        int[] at = new int[size];
        Arrays.setAll(at, other -> 3 * other * unit);
        MpiType type = kind.hasTypes() ? null : MpiType.INT;
        CollectiveCall call = new CollectiveCall().reset(kind);
        call.send.setVector(out, 0, outCounts, at, type);
        call.receive.setVector(in, 0, inCounts, at, type);
        if (kind.hasTypes()) {
            call.send.types = new MpiType[size];
            Arrays.fill(call.send.types, MpiType.INT);
            call.receive.types = call.send.types;
        }
        rank.world().collectives().run(call);
        return in;
    }

    private static ErrorClass failure(Runnable call) {
        return assertThrows(MpiFailure.class, call::run).errorClass();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairwise", "bruck", "two-level"})
    void shouldFailAtTheReceiverWhenABlockIsTooLong(String name) throws InterruptedException {
        run(
                5,
                rank -> {
                    for (CollectiveKind kind : KINDS) {
                        rank.world().forceAlgorithm(kind, name);
                        if (rank.world().rank() == 0) {
                            runUneven(rank, kind, 3, 2);
                        } else {
                            assertEquals(
                                    ErrorClass.TRUNCATE,
                                    failure(() -> runUneven(rank, kind, 3, 2)));
                        }
                        runUneven(rank, kind, 2, 2);
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairwise", "bruck", "two-level"})
    void shouldAcceptShorterBlocksWhenTheFormIsAVector(String name) throws InterruptedException {
        run(
                5,
                rank -> {
                    KINDS.forEach(kind -> rank.world().forceAlgorithm(kind, name));
                    int[] in = runUneven(rank, CollectiveKind.ALLTOALLV, 1, 2);
                    int own = rank.world().rank() == 0 ? 0 : UNTOUCHED;
                    assertArrayEquals(new int[] {0, own, UNTOUCHED}, Arrays.copyOf(in, 3));
                    if (rank.world().rank() == 0) {
                        runUneven(rank, CollectiveKind.ALLTOALLW, 1, 2);
                    } else {
                        CollectiveKind kind = CollectiveKind.ALLTOALLW;
                        assertEquals(
                                ErrorClass.NOT_SAME, failure(() -> runUneven(rank, kind, 1, 2)));
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"pairwise", "bruck"})
    void shouldFailAtTheSenderOnlyWhenAnObjectCannotBeSent(String name)
            throws InterruptedException {
        run(
                3,
                rank -> {
                    rank.world().forceAlgorithm(CollectiveKind.ALLTOALLV, name);
                    int me = rank.world().rank();
                    Object[] out = {"a" + me, me == 1 ? new Object() : "b" + me, "c" + me};
                    Object[] in = new Object[3];
                    int[] ones = {1, 1, 1};
                    int[] at = {1, 0, 2};
                    CollectiveCall call = new CollectiveCall().reset(CollectiveKind.ALLTOALLV);
                    call.send.setVector(out, 0, ones, at, MpiType.OBJECT);
                    call.receive.setVector(in, 0, ones, new int[] {0, 1, 2}, MpiType.OBJECT);
                    Collectives collectives = rank.world().collectives();
                    if (me == 1) {
                        assertEquals(ErrorClass.TYPE, failure(() -> collectives.run(call)));
                    } else {
                        collectives.run(call);
                        assertEquals((me == 0 ? "b" : "c") + 2, in[2]);
                    }
                    if (me == 0) {
                        assertNull(in[1]);
                    }
                });
    }

    @Test
    void shouldRunPairwiseWhenTheLongestBlockOfAllNeedsTooMuchMemory() throws InterruptedException {
        JobOfThreads.run(4, Map.of("coll.padded.bytes", "480"), this::runWithLittle);
    }

    /** Bruck has 12 places of 4 ranks, so each may have 40 bytes: 32 of a block and its header. */
    private void runWithLittle(Rank rank) {
        rank.world().forceAlgorithm(CollectiveKind.ALLTOALLV, "bruck");
        int me = rank.world().rank();
        for (int longest : new int[] {33, 32, 33, 500, 1}) {
            byte[] out = new byte[longest];
            byte[] in = new byte[4 * longest];
            Arrays.fill(out, (byte) me);
            int[] outCounts = {0, 0, 0, me == 2 ? longest : 1};
            int[] inCounts = {0, 0, 0, 0};
            if (me == 3) {
                inCounts = new int[] {1, 1, longest, 1};
            }
            int[] at = {0, longest, 2 * longest, 3 * longest};
            CollectiveCall call = new CollectiveCall().reset(CollectiveKind.ALLTOALLV);
            call.send.setVector(out, 0, outCounts, new int[4], MpiType.BYTE);
            call.receive.setVector(in, 0, inCounts, at, MpiType.BYTE);
            rank.world().collectives().run(call);
            String ran = rank.world().lastAlgorithm(CollectiveKind.ALLTOALLV).text();
            assertEquals(longest <= 32 ? "bruck" : "pairwise", ran, "longest=" + longest);
            if (me == 3) {
                assertEquals(1, in[longest]);
                assertEquals(2, in[3 * longest - 1]);
                assertEquals(3, in[3 * longest]);
            }
        }
    }
}
