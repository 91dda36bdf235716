package musubi.collectives.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.coll.Collectives;
import musubi.collectives.LiveCase;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.selection.CollectiveSettings;
import musubi.job.JobOfThreads;
import musubi.op.Reductions;
import musubi.progress.MessageCounts;
import musubi.type.MpiType;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Blocking collectives of a node without messages: inline, staged, and by reference. */
class NodeAlgorithmsTest {
    private static final List<CollectiveKind> KINDS =
            List.of(
                    CollectiveKind.BCAST,
                    CollectiveKind.REDUCE,
                    CollectiveKind.ALLREDUCE,
                    CollectiveKind.ALLGATHER,
                    CollectiveKind.ALLTOALL);
    private static final int[] COUNTS = {0, 1, 3, 7, 40, 1000, 5000, 20_001};
    private static final MpiType[] TYPES = {
        MpiType.INT, MpiType.DOUBLE, MpiType.BYTE, MpiType.SHORT, MpiType.CHAR, MpiType.FLOAT
    };

    private final long seed = System.nanoTime();

    private static Map<String, String> settings(boolean byReference) {
        return Map.of("transport", "self,shm", "shm.by.reference", Boolean.toString(byReference));
    }

    @ParameterizedTest
    @CsvSource({
        "2, true, 2",
        "2, false, 2",
        "3, true, 2",
        "3, false, 2",
        "5, true, 1",
        "5, false, 16",
        "8, false, 4",
        "8, true, 1",
        "9, false, 1"
    })
    void shouldMatchTheStandardWhenRanksShareANode(int size, boolean byReference, int cores)
            throws InterruptedException {
        System.out.println("seed=" + seed);
        Map<String, String> settings = new HashMap<>(settings(byReference));
        settings.put("cores", Integer.toString(cores));
        JobOfThreads.run(size, settings, this::runMany);
    }

    private void runMany(Rank rank) {
        Random random = new Random(seed);
        Random pace = new Random(seed + rank.world().rank());
        for (int round = 0; round < 60; round++) {
            CollectiveKind kind = KINDS.get(random.nextInt(KINDS.size()));
            int count = COUNTS[random.nextInt(COUNTS.length)];
            runOne(rank, kind, count, random);
            for (int spins = pace.nextInt(3000); spins > 0; spins--) {
                Thread.onSpinWait();
            }
            if (random.nextInt(5) == 0) {
                rank.world().collectives().barrier();
            }
        }
    }

    private void runOne(Rank rank, CollectiveKind kind, int count, Random random) {
        int variant = random.nextInt(4) & ~2;
        SymbolicCase job = new SymbolicCase(kind, rank.world().size(), count, variant, random);
        MpiType type = TYPES[random.nextInt(TYPES.length)];
        LiveCase live = new LiveCase(job, rank.world().rank(), type, random);
        Collectives collectives = rank.world().collectives();
        collectives.run(live.call);
        live.check(kind + " count=" + count + " type=" + type + " seed=" + seed);
    }

    /** 16 KiB of two ranks are reduced by each of them, and passed by reference. */
    @ParameterizedTest
    @EnumSource(names = {"REDUCE", "ALLREDUCE"})
    void shouldKeepOperandsWhenOthersStillReadThem(CollectiveKind kind)
            throws InterruptedException {
        JobOfThreads.run(2, settings(true), rank -> reduceAndChange(rank, kind));
    }

    private static void reduceAndChange(Rank rank, CollectiveKind kind) {
        long[] terms = new long[2048];
        long[] sums = new long[terms.length];
        CollectiveCall call = new CollectiveCall().reset(kind);
        call.op = Reductions.SUM;
        call.send.set(terms, 0, terms.length, MpiType.LONG);
        call.receive.set(sums, 0, sums.length, MpiType.LONG);
        for (int round = 0; round < 3000; round++) {
            Arrays.fill(terms, round);
            rank.world().collectives().run(call);
            Arrays.fill(terms, -1);
            if (kind == CollectiveKind.ALLREDUCE || rank.world().rank() == 0) {
                for (long sum : sums) {
                    assertEquals(2L * round, sum);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BARRIER", "BCAST", "REDUCE", "ALLREDUCE", "ALLGATHER", "ALLTOALL"})
    void shouldSendMessagesOnlyWhenAnAlgorithmIsForced(CollectiveKind kind)
            throws InterruptedException {
        assertEquals(0, messages(settings(false), kind));
        Map<String, String> forced = new HashMap<>(settings(false));
        forced.put(CollectiveSettings.nameOf(kind), Catalogue.of(kind).getFirst().name());
        assertTrue(messages(forced, kind) > 0);
    }

    /** Number of messages of both ranks of a job in calls of a kind. */
    private long messages(Map<String, String> settings, CollectiveKind kind)
            throws InterruptedException {
        AtomicLong sent = new AtomicLong();
        JobOfThreads.run(2, settings, rank -> sent.addAndGet(messages(rank, kind)));
        return sent.get();
    }

    /** Number of messages of this rank in calls of a kind. */
    private long messages(Rank rank, CollectiveKind kind) {
        MessageCounts traffic = rank.pt2pt().messageCounts();
        long before = traffic.sent();
        for (int count : new int[] {1, 1000}) {
            Random random = new Random(1);
            SymbolicCase job = new SymbolicCase(kind, 2, count, 0, random);
            LiveCase live = new LiveCase(job, rank.world().rank(), MpiType.INT, random);
            if (kind == CollectiveKind.BARRIER) {
                rank.world().collectives().barrier();
            } else {
                rank.world().collectives().run(live.call);
            }
        }
        return traffic.sent() - before;
    }
}
