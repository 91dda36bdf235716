package musubi.collectives.algorithm.inter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.SymbolicCase;
import musubi.collectives.schedule.Schedule;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.SymbolicJob;
import musubi.collectives.topology.SiteLevel;
import musubi.group.MessageAddress;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Executes the schedules of all ranks of two groups on symbols. Item i of rank r of side s is the
 * text {@code s.r.i}.
 */
class InterAlgorithmsTest {
    private static final int ROUNDS = 72;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final int[] sizes = new int[2];
    private CollectiveKind kind;
    private int rootSide;
    private int rootRank;
    private int[] blocks;
    private boolean commutative;
    private int segment;

    /** Sites of both groups; null: one site. */
    private SiteLevel sites;

    @Test
    void shouldHaveAnAlgorithmWhenTheStandardHasTheKind() {
        for (CollectiveKind one : CollectiveKind.values()) {
            if (one == CollectiveKind.SCAN || one == CollectiveKind.EXSCAN) {
                assertNull(InterAlgorithms.of(one));
            } else if (!one.name().startsWith("NEIGHBOR")) {
                assertNotNull(InterAlgorithms.of(one), one.name());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 3", "2, 2", "3, 5", "7, 4", "17, 20"})
    void shouldMatchTheStandardWhenStepsRunInAnyOrder(int p, int q) {
        System.out.println("seed=" + seed);
        sizes[0] = p;
        sizes[1] = q;
        CollectiveKind[] kinds = {
            CollectiveKind.BARRIER,
            CollectiveKind.BCAST,
            CollectiveKind.GATHER,
            CollectiveKind.SCATTER,
            CollectiveKind.ALLGATHER,
            CollectiveKind.ALLTOALL,
            CollectiveKind.REDUCE,
            CollectiveKind.ALLREDUCE,
            CollectiveKind.REDUCE_SCATTER_BLOCK
        };
        for (int round = 0; round < ROUNDS; round++) {
            kind = kinds[round / 2 % kinds.length];
            rootSide = random.nextInt(2);
            rootRank = random.nextInt(sizes[rootSide]);
            int count = random.nextInt(4);
            blocks = new int[] {count, isTwoWay() ? random.nextInt(4) : count};
            if (kind == CollectiveKind.REDUCE_SCATTER_BLOCK) {
                blocks = new int[] {q, p};
            }
            commutative = random.nextBoolean();
            segment = random.nextInt(3);
            sites = round % 2 == 0 ? null : randomSites(p + q);
            runOne();
        }
    }

    private SiteLevel randomSites(int ranks) {
        int many = 2 + random.nextInt(4);
        int[] siteOf = random.ints(ranks, 0, many).toArray();
        return SiteLevel.of(ranks, rank -> siteOf[rank], SymbolicCase.graph(many, random));
    }

    private boolean isTwoWay() {
        return kind == CollectiveKind.ALLGATHER || kind == CollectiveKind.ALLTOALL;
    }

    private void runOne() {
        SymbolicJob job = new SymbolicJob(random, random.nextBoolean());
        for (int side = 0; side < 2; side++) {
            for (int rank = 0; rank < sizes[side]; rank++) {
                Shape shape = shape(side, rank);
                Schedule schedule = InterAlgorithms.of(shape).schedule(shape);
                boolean isSource = kind == CollectiveKind.BCAST && shape.isRoot();
                job.add(schedule, symbols(side, rank), isSource ? symbols(side, rank) : room());
            }
        }
        job.run();
        for (int side = 0; side < 2; side++) {
            for (int rank = 0; rank < sizes[side]; rank++) {
                check(side, rank, job.received(rank + side * sizes[0]));
            }
        }
    }

    private Shape shape(int side, int rank) {
        Shape shape = new Shape().reset(kind, rank, sizes[side]);
        shape.toRemoteGroup(sizes[1 - side], side == 0);
        shape.commutative = commutative;
        shape.segment = segment;
        shape.sites = sites;
        shape.sendCount = blocks[side];
        shape.count = isTwoWay() ? blocks[1 - side] : blocks[side];
        if (side != rootSide) {
            shape.root = rootRank;
        } else {
            shape.root = rank == rootRank ? CollectiveCall.ROOT : MessageAddress.PROC_NULL;
        }
        return shape;
    }

    private int cells() {
        return Math.max(sizes[0], sizes[1]) * Math.max(4, Math.max(blocks[0], blocks[1]));
    }

    private String[] symbols(int side, int rank) {
        return IntStream.range(0, cells())
                .mapToObj(i -> side + "." + rank + "." + i)
                .toArray(String[]::new);
    }

    private String[] room() {
        return new String[cells()];
    }

    private void check(int side, int rank, String[] got) {
        int other = 1 - side;
        int block = blocks[other];
        boolean isRoot = side == rootSide && rank == rootRank;
        boolean isLeaf = side != rootSide;
        switch (kind) {
            case BCAST -> copies(got, isLeaf ? block : 0, 0, other, rootRank, 0);
            case SCATTER -> copies(got, isLeaf ? block : 0, 0, other, rootRank, rank * block);
            case GATHER -> gathered(got, isRoot ? block : 0, other, 0);
            case ALLGATHER -> gathered(got, block, other, 0);
            case ALLTOALL -> gathered(got, block, other, rank * block);
            case REDUCE -> reduced(got, isRoot ? block : 0, other, 0);
            case ALLREDUCE -> reduced(got, block, other, 0);
            case REDUCE_SCATTER_BLOCK -> reduced(got, blocks[side], other, rank * blocks[side]);
            default -> {}
        }
    }

    private void copies(String[] got, int count, int at, int side, int rank, int from) {
        for (int i = 0; i < count; i++) {
            assertEquals(side + "." + rank + "." + (from + i), got[at + i], this::toString);
        }
    }

    private void gathered(String[] got, int block, int side, int from) {
        for (int rank = 0; rank < sizes[side]; rank++) {
            copies(got, block, rank * block, side, rank, from);
        }
    }

    private void reduced(String[] got, int count, int side, int from) {
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder();
            for (int rank = 0; rank < sizes[side]; rank++) {
                text.append(rank == 0 ? "" : " ").append(side + "." + rank + "." + (from + i));
            }
            boolean isOrdered = !commutative || sites == null;
            String result = isOrdered ? got[i] : sorted(got[i]);
            String expected = isOrdered ? text.toString() : sorted(text.toString());
            assertEquals(expected, result, this::toString);
        }
    }

    private static String sorted(String operands) {
        return Arrays.stream(operands.split(" ")).sorted().toList().toString();
    }

    @Override
    public String toString() {
        return "seed="
                + seed
                + " kind="
                + kind
                + " root="
                + rootSide
                + "."
                + rootRank
                + " commutative="
                + commutative
                + " sites="
                + sites;
    }
}
