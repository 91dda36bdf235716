package musubi.collectives.execution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.Rank;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
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

/** Gatherv and scatterv by site. */
class CountedCallTest {
    private static final List<CollectiveKind> KINDS =
            List.of(CollectiveKind.GATHERV, CollectiveKind.SCATTERV);

    private static final MpiType[] TYPES = {
        MpiType.INT, MpiType.OBJECT, MpiType.BYTE, MpiType.DOUBLE
    };

    private static final int UNTOUCHED = -1;

    /** Ranks of three sites do not follow each other. */
    private static final String THREE =
            "A:0+4+6,B:1+2+8,C:3+5+7;A-B:1ms:1gbit;B-C:1ms:1gbit;A-C:1ms:1gbit";

    private final long seed = System.nanoTime();

    private static void run(int size, JobOfThreads.Program program) throws InterruptedException {
        Map<String, String> settings = Map.of("coll.ranks.per.node", "1", "grid", THREE);
        JobOfThreads.run(
                size,
                settings,
                rank -> {
                    KINDS.forEach(kind -> rank.world().forceAlgorithm(kind, "by-site"));
                    program.run(rank);
                });
    }

    private static LiveCase newCase(Rank rank, CollectiveKind kind, int count, Random random) {
        MpiType type = TYPES[random.nextInt(TYPES.length)];
        int size = rank.world().size();
        SymbolicCase job = new SymbolicCase(kind, size, count, random.nextInt(2), random);
        return new LiveCase(job, rank.world().rank(), type, random);
    }

    /** The longest blocks cross in several segments. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8, 9})
    void shouldMatchTheStandardWhenBlocksCrossSites(int size) throws InterruptedException {
        run(
                size,
                rank -> {
                    Random random = new Random(seed);
                    for (CollectiveKind kind : KINDS) {
                        for (int count : new int[] {0, 1, 4, 300, size == 6 ? 20_000 : 1}) {
                            LiveCase live = newCase(rank, kind, count, random);
                            rank.world().collectives().run(live.call);
                            live.check(kind + " count=" + count + " seed=" + seed);
                        }
                        assertEquals("by-site", rank.world().lastAlgorithm(kind).text());
                    }
                });
    }

    @Test
    void shouldSeparateCallsWhenSeveralAreInFlight() throws InterruptedException {
        run(
                7,
                rank -> {
                    Random random = new Random(seed);
                    for (int round = 0; round < 10; round++) {
                        LiveCase first = newCase(rank, KINDS.get(round % 2), 50, random);
                        LiveCase second = newCase(rank, CollectiveKind.GATHERV, 5, random);
                        LiveCase third = newCase(rank, CollectiveKind.SCATTERV, 5, random);
                        CommRequest a = rank.world().collectives().start(first.call);
                        CommRequest b = rank.world().collectives().start(second.call);
                        rank.world().collectives().run(third.call);
                        rank.pt2pt().await(b);
                        rank.pt2pt().await(a);
                        for (LiveCase live : List.of(first, second, third)) {
                            live.check("together, round=" + round + " seed=" + seed);
                        }
                    }
                });
    }

    /** Blocks of rank mod 3 items at the root, each of two ints with a gap between them. */
    private static final class Gapped {
        private static final int INTS = 3;

        final CollectiveCall call;
        private final boolean isRoot;
        private final int me;
        private final int[] all;
        private final int[] own;

        Gapped(Rank rank, CollectiveKind kind, int root) {
            me = rank.world().rank();
            isRoot = me == root;
            int size = rank.world().size();
            call = new CollectiveCall().reset(kind);
            call.root = root;
            all = new int[2 * INTS * size];
            own = new int[2 * 2];
            int[] counts = new int[size];
            int[] at = new int[size];
            Arrays.setAll(counts, other -> other % 3);
            Arrays.setAll(at, other -> 2 * (size - 1 - other));
            MpiType gapped = TypeConstructors.hvector(2, 1, 2 * Integer.BYTES, MpiType.INT);
            boolean isGather = kind == CollectiveKind.GATHERV;
            if (isRoot) {
                (isGather ? call.receive : call.send).setVector(all, 0, counts, at, gapped);
            }
            (isGather ? call.send : call.receive).set(own, 0, 2 * (me % 3), MpiType.INT);
        }

        private int index(int rank, int item) {
            return INTS * (2 * (all.length / INTS / 2 - 1 - rank) + item);
        }

        void check(int round) {
            if (call.kind == CollectiveKind.GATHERV) {
                int[] expected = new int[all.length];
                Arrays.fill(expected, UNTOUCHED);
                for (int rank = 0; rank < all.length / INTS / 2; rank++) {
                    for (int item = 0; item < rank % 3; item++) {
                        expected[index(rank, item)] = 1000 * round + 10 * rank + 2 * item;
                        expected[index(rank, item) + 2] = 1000 * round + 10 * rank + 2 * item + 1;
                    }
                }
                if (isRoot) {
                    assertArrayEquals(expected, all);
                }
                return;
            }
            int[] expected = new int[own.length];
            Arrays.fill(expected, UNTOUCHED);
            for (int item = 0; item < me % 3; item++) {
                expected[2 * item] = 1000 * round + index(me, item);
                expected[2 * item + 1] = 1000 * round + index(me, item) + 2;
            }
            assertArrayEquals(expected, own);
        }

        void fill(int round) {
            boolean isGather = call.kind == CollectiveKind.GATHERV;
            Arrays.fill(isGather ? all : own, UNTOUCHED);
            if (isGather) {
                Arrays.setAll(own, i -> 1000 * round + 10 * me + i);
            } else {
                Arrays.setAll(all, i -> 1000 * round + i);
            }
        }
    }

    /** The root has another type than the other ranks. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void shouldPreserveGapsWhenTypesDifferAndACallRunsRepeatedly(int size)
            throws InterruptedException {
        run(
                size,
                rank -> {
                    for (CollectiveKind kind : KINDS) {
                        Gapped gapped = new Gapped(rank, kind, size - 1);
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

    /** Each rank but the root has {@code own} items where the root has {@code rooted}. */
    private static int[] runUneven(Rank rank, CollectiveKind kind, int rooted, int own) {
        int size = rank.world().size();
        boolean isRoot = rank.world().rank() == 0;
        int[] all = new int[3 * size];
        int[] mine = new int[3];
        Arrays.fill(all, UNTOUCHED);
        Arrays.fill(mine, UNTOUCHED);
        boolean isGather = kind == CollectiveKind.GATHERV;
        Arrays.fill(isGather ? mine : all, 7);
        int[] counts = new int[size];
        Arrays.fill(counts, rooted);
        int[] at = new int[size];
        Arrays.setAll(at, other -> 3 * other);
        CollectiveCall call = new CollectiveCall().reset(kind);
        if (isRoot) {
            (isGather ? call.receive : call.send).setVector(all, 0, counts, at, MpiType.INT);
        }
        (isGather ? call.send : call.receive).set(mine, 0, isRoot ? rooted : own, MpiType.INT);
        rank.world().collectives().run(call);
        return isGather ? all : mine;
    }

    @Test
    void shouldFailAtTheReceiverWhenABlockIsTooLong() throws InterruptedException {
        run(
                7,
                rank -> {
                    boolean isRoot = rank.world().rank() == 0;
                    for (CollectiveKind kind : KINDS) {
                        boolean isGather = kind == CollectiveKind.GATHERV;
                        int rooted = isGather ? 2 : 3;
                        int own = isGather ? 3 : 2;
                        if (isRoot == isGather) {
                            MpiFailure failure =
                                    assertThrows(
                                            MpiFailure.class,
                                            () -> runUneven(rank, kind, rooted, own));
                            assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
                        } else {
                            runUneven(rank, kind, rooted, own);
                        }
                        runUneven(rank, kind, 2, 2);
                    }
                });
    }

    @Test
    void shouldFailAtTheSenderOnlyWhenAnObjectCannotBeSent() throws InterruptedException {
        run(
                6,
                rank -> {
                    int me = rank.world().rank();
                    Object[] out = {me == 4 ? new Object() : "a" + me};
                    Object[] in = new Object[6];
                    int[] ones = {1, 1, 1, 1, 1, 1};
                    CollectiveCall call = new CollectiveCall().reset(CollectiveKind.GATHERV);
                    call.send.set(out, 0, 1, MpiType.OBJECT);
                    if (me == 0) {
                        int[] at = {0, 1, 2, 3, 4, 5};
                        call.receive.setVector(in, 0, ones, at, MpiType.OBJECT);
                    }
                    if (me == 4) {
                        MpiFailure failure =
                                assertThrows(
                                        MpiFailure.class,
                                        () -> rank.world().collectives().run(call));
                        assertEquals(ErrorClass.TYPE, failure.errorClass());
                    } else {
                        rank.world().collectives().run(call);
                    }
                    if (me == 0) {
                        assertArrayEquals(new Object[] {"a0", "a1", "a2", "a3", null, "a5"}, in);
                    }
                });
    }
}
