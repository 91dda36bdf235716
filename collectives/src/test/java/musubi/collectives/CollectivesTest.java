package musubi.collectives;

import musubi.Rank;
import musubi.coll.CollectiveKind;
import musubi.coll.Collectives;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.grid.SiteGraph;
import musubi.group.MessageAddress;
import musubi.job.JobOfThreads;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.CommRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Runs every collective in jobs of threads and compares the results with the standard. */
class CollectivesTest {
    private static final int[] COUNTS = {0, 1, 3, 3, 40};
    private static final MpiType[] TYPES = {
        MpiType.INT,
        MpiType.DOUBLE,
        MpiType.OBJECT,
        MpiType.LONG,
        MpiType.BYTE,
        MpiType.SHORT,
        MpiType.CHAR,
        MpiType.FLOAT
    };

    private static final String GRID = "A:0,B:1-2;A-B:1ms:1gbit";

    private final long seed = System.nanoTime();

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 16})
    void shouldMatchTheStandardWhenRanksAreThreads(int size) throws InterruptedException {
        int rounds = size < 8 ? 6 : 2;
        JobOfThreads.run(size, Map.of(), rank -> runAllKinds(rank, rounds));
    }

    private void runAllKinds(Rank rank, int rounds) {
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            for (CollectiveKind kind : SymbolicCase.KINDS) {
                int count = COUNTS[random.nextInt(COUNTS.length)];
                runOne(rank, kind, count, random);
            }
        }
    }

    private LiveCase runOne(Rank rank, CollectiveKind kind, int count, Random random) {
        LiveCase live = newCase(rank, kind, count, random);
        Collectives collectives = rank.world().collectives();
        if (random.nextBoolean()) {
            collectives.run(live.call);
        } else {
            rank.pt2pt().await(collectives.start(live.call));
        }
        live.check(kind + " count=" + count + " seed=" + seed);
        return live;
    }

    private static LiveCase newCase(Rank rank, CollectiveKind kind, int count, Random random) {
        int size = rank.world().size();
        int variant = random.nextInt(4) & ~2;
        SymbolicCase job = new SymbolicCase(kind, size, count, variant, random);
        MpiType type = TYPES[random.nextInt(TYPES.length)];
        return new LiveCase(job, rank.world().rank(), type, random);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldMatchTheStandardWhenThereAreManyItems(int size) throws InterruptedException {
        JobOfThreads.run(
                size,
                Map.of(),
                rank -> {
                    Random random = new Random(seed);
                    for (CollectiveKind kind : SymbolicCase.KINDS) {
                        runOne(rank, kind, 1000, random);
                        runOne(rank, kind, 20_000, random);
                    }
                });
    }

    @Test
    void shouldRunConcurrentlyWhenMixedWithPointToPoint() throws InterruptedException {
        JobOfThreads.run(5, Map.of(), this::runManyAtOnce);
    }

    private void runManyAtOnce(Rank rank) {
        Random random = new Random(seed);
        for (int round = 0; round < 20; round++) {
            runTogether(rank, random, round);
        }
    }

    private void runTogether(Rank rank, Random random, int round) {
        PointToPoint pt2pt = rank.pt2pt();
        int size = rank.world().size();
        int me = rank.world().rank();
        int[] got = new int[1];
        RecvRequest any = pt2pt.recvRequest().bind(got, 0, 1, MpiType.INT);
        pt2pt.start(any, rank.world(), MessageAddress.ANY_SOURCE, MessageAddress.ANY_TAG);
        List<LiveCase> cases = new ArrayList<>();
        List<CommRequest> requests = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            CollectiveKind kind = SymbolicCase.KINDS.get(random.nextInt(SymbolicCase.KINDS.size()));
            LiveCase live = newCase(rank, kind, 3, random);
            cases.add(live);
            requests.add(rank.world().collectives().start(live.call));
        }
        int[] sent = {100 * round + me};
        SendRequest send = pt2pt.sendRequest(SendMode.STANDARD).bind(sent, 0, 1, MpiType.INT);
        pt2pt.start(send, rank.world(), (me + 1) % size, round);
        for (CommRequest request : requests.reversed()) {
            pt2pt.await(request);
        }
        pt2pt.await(any);
        pt2pt.await(send);
        if (got[0] != 100 * round + (me + size - 1) % size || any.tag() != round) {
            throw new AssertionError("wrong message: got=" + got[0] + " tag=" + any.tag());
        }
        pt2pt.release(any);
        pt2pt.release(send);
        cases.forEach(live -> live.check("together, round=" + round + " seed=" + seed));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 6})
    void shouldMatchTheStandardWhenAnAlgorithmIsForced(int size) throws InterruptedException {
        List<Map<CollectiveKind, Algorithm>> rounds = new ArrayList<>();
        for (CollectiveKind kind : SymbolicCase.KINDS) {
            for (int i = 0; i < Catalogue.all(kind).size(); i++) {
                if (rounds.size() <= i) {
                    rounds.add(new EnumMap<>(CollectiveKind.class));
                }
                rounds.get(i).put(kind, Catalogue.all(kind).get(i));
            }
        }
        Map<String, String> settings = Map.of("coll.ranks.per.node", "2", "grid", GRID);
        JobOfThreads.run(size, settings, rank -> rounds.forEach(round -> runForced(rank, round)));
    }

    /** Sites of contiguous ranks, in turn, uneven, and of one rank each. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "A:0-2,B:3-5;A-B:4ms:1gbit",
                "A:0+2+4,B:1+3+5;A-B:4ms:1gbit",
                "A:1-3+5,B:0,C:4;A-B:1ms:1gbit;B-C:9ms:100mbit",
                "A:0,B:1,C:2,D:3,E:4,F:5;A-B:0s:1gbit;B-C:1ms:1gbit;C-D:0s:9mbit;D-E:1ms:1gbit;"
                        + "E-F:1ms:1gbit"
            })
    void shouldMatchTheStandardWhenRanksAreOnSites(String grid) throws InterruptedException {
        Map<String, String> settings =
                Map.of("coll.ranks.per.node", "1", "coll.node", "false", "grid", grid);
        JobOfThreads.run(6, settings, rank -> runAllKinds(rank, 4));
    }

    private void runForced(Rank rank, Map<CollectiveKind, Algorithm> algorithms) {
        Random random = new Random(seed);
        algorithms.forEach(
                (kind, algorithm) -> {
                    String text =
                            algorithm.name() + (algorithm.supportsSegments() ? ":segment=64" : "");
                    rank.world().forceAlgorithm(kind, text);
                    runOne(rank, kind, 3, random);
                    if (algorithm.supportsSegments()) {
                        runOne(rank, kind, 4000, random);
                    }
                    LiveCase live = runOne(rank, kind, 100, random);
                    String ran = rank.world().lastAlgorithm(kind).text();
                    Shape shape = new Shape().reset(kind, 0, rank.world().size());
                    shape.nodes = NodeMap.of(0, 0, 1, 1, 2, 2);
                    shape.sites = SiteLevel.of(shape.size, shape.nodes::of, SiteGraph.parse(GRID));
                    shape.commutative = live.call.op.isCommutative();
                    boolean refuses = algorithm.refusal(shape) != null;
                    if (!refuses && !ran.equals(text) && !ran.equals("flags")) {
                        throw new AssertionError("forced=" + text + " ran=" + ran);
                    }
                });
    }
}
