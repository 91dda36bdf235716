package musubi.simulator.calibration;

import mpi.Comm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.CallCost;
import musubi.collectives.model.CostFormula;
import musubi.collectives.model.CostFormulas;
import musubi.collectives.model.RankLayout;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.topology.DefaultTorus;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.TorusEmbedding;
import musubi.config.Settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The MPI program that measures: forces all algorithms in turn by a hint of a communicator; rank 0
 * prints a {@link Sample} for each case. In each of several rounds each case gets a batch of calls,
 * so a temporary disturbance affects all cases.
 *
 * <p>The minimum of many noisy times is biased: for a comparison the fastest algorithms and the
 * chosen one are measured again, against each other, and only that counts.
 */
public final class CalibrationProgram {
    /** Most bytes of all blocks of a call, which bounds the buffers of many ranks. */
    private static final long MOST_BYTES = 16 << 20;

    /** Least size for which segmenting algorithms are also measured with a forced segment. */
    private static final long CUT_BYTES = 32 << 10;

    private static final String SEGMENT = ":segment=8192";
    private static final int TRIES = 3;
    private static final int MOST_CALLS = 20_000;

    /** Warm-up batches of each case, for the JIT compiler. */
    private static final int WARM_UP_ROUNDS = 6;

    /**
     * Least duration of the warm-up in batches, times the ranks per core, because the compilers of
     * all ranks share the cores.
     */
    private static final int WARM_UP_BATCHES = 3000;

    /**
     * Number of the fastest algorithms measured against the choice, and the factor of additional
     * rounds.
     */
    private static final int CONTESTANTS = 3;

    private static final int LONGER = 3;

    private final Intracomm world = MPI.COMM_WORLD;
    private final Intracomm comm;
    private final BatchTimer timer;
    private final long[] sizes;
    private final double batchSeconds;
    private final int rounds;

    private CalibrationProgram(long[] sizes, double batchSeconds, int rounds) throws MPIException {
        this.sizes = sizes;
        this.batchSeconds = batchSeconds;
        this.rounds = rounds;
        comm = world.dup();
        long largest = Arrays.stream(sizes).max().orElseThrow();
        MeasuredCall call = new MeasuredCall(comm, Math.max(largest, mostOfBlocks(largest)));
        timer = new BatchTimer(comm, call);
    }

    private long mostOfBlocks(long largest) throws MPIException {
        return Math.min(MOST_BYTES, largest * world.getSize());
    }

    /**
     * Arguments: sizes in bytes with commas between, microseconds of a batch, rounds, and whether
     * only the choice is compared with the best.
     */
    public static void main(String[] arguments) throws MPIException {
        String[] args = MPI.Init(arguments);
        long[] sizes = Arrays.stream(args[0].split(",")).mapToLong(Long::parseLong).toArray();
        double batch = Double.parseDouble(args[1]) / 1e6;
        CalibrationProgram measurement =
                new CalibrationProgram(sizes, batch, Integer.parseInt(args[2]));
        measurement.measure(Boolean.parseBoolean(args[3]));
        MPI.Finalize();
    }

    private void measure(boolean compare) throws MPIException {
        List<List<MeasuredCase>> kinds = new ArrayList<>();
        for (CollectiveKind kind : MeasuredCall.KINDS) {
            kinds.add(cases(kind));
        }
        warmUp(kinds);
        NodeMap nodes = nodes();
        for (List<MeasuredCase> cases : kinds) {
            measure(cases, rounds);
            List<MeasuredCase> printed = compare ? contest(cases) : cases;
            if (world.getRank() == 0) {
                printed.forEach(each -> System.out.println(sample(each, nodes).text()));
            }
        }
    }

    private void measure(List<MeasuredCase> cases, int times) throws MPIException {
        for (int round = 0; round < times; round++) {
            timer.addBatches(cases);
        }
    }

    /** Measures the choice for each size and the fastest forced algorithms again. */
    private List<MeasuredCase> contest(List<MeasuredCase> cases) throws MPIException {
        List<MeasuredCase> all = new ArrayList<>();
        for (MeasuredCase chosen : cases) {
            if (!chosen.isForced()) {
                List<MeasuredCase> contestants = contestants(cases, chosen);
                // So far the choice had fewer calls than all forced algorithms together.
                measure(contestants, rounds);
                giveAllAsManyCalls(contestants);
                contestants.forEach(MeasuredCase::forget);
                measure(contestants, LONGER * rounds);
                all.addAll(contestants);
            }
        }
        return all;
    }

    /**
     * Equal numbers of calls: skew at the ends of a batch makes calls of a short batch seem longer.
     */
    private void giveAllAsManyCalls(List<MeasuredCase> contestants) {
        double least =
                contestants.stream().mapToDouble(MeasuredCase::median).min().orElse(batchSeconds);
        contestants.forEach(each -> each.calls = calls(least));
    }

    private int calls(double seconds) {
        return (int) Math.clamp(batchSeconds / seconds, 1, MOST_CALLS);
    }

    private static List<MeasuredCase> contestants(List<MeasuredCase> cases, MeasuredCase chosen) {
        List<MeasuredCase> contestants = new ArrayList<>(List.of(chosen));
        cases.stream()
                .filter(each -> each.isForced() && each.bytes == chosen.bytes)
                .sorted(Comparator.comparingDouble(MeasuredCase::median))
                .limit(CONTESTANTS)
                .forEach(contestants::add);
        return contestants;
    }

    /** All cases of a kind that can run. */
    private List<MeasuredCase> cases(CollectiveKind kind) throws MPIException {
        List<MeasuredCase> cases = new ArrayList<>();
        long[] all = kind == CollectiveKind.BARRIER ? new long[1] : sizes;
        for (long bytes : all) {
            if (MeasuredCall.hasBlocks(kind) && bytes * world.getSize() > MOST_BYTES) {
                continue;
            }
            addIfItRuns(cases, new MeasuredCase(kind, MeasuredCase.AUTO, bytes));
            for (Algorithm algorithm : Catalogue.of(kind)) {
                addIfItRuns(cases, new MeasuredCase(kind, algorithm.name(), bytes));
                if (algorithm.supportsSegments() && bytes >= CUT_BYTES) {
                    addIfItRuns(cases, new MeasuredCase(kind, algorithm.name() + SEGMENT, bytes));
                }
            }
        }
        return cases;
    }

    private void addIfItRuns(List<MeasuredCase> cases, MeasuredCase each) throws MPIException {
        each.ran = timer.ran(each);
        if (each.isAsForced()) {
            each.calls = TRIES;
            cases.add(each);
        }
    }

    /** Finds the number of calls in a batch, repeatedly as they become faster. */
    private void warmUp(List<List<MeasuredCase>> kinds) throws MPIException {
        double wanted = WARM_UP_BATCHES * batchSeconds * ranksOfCore();
        double spent = 0;
        for (int round = 0; round < WARM_UP_ROUNDS || spent < wanted; round++) {
            for (List<MeasuredCase> cases : kinds) {
                for (MeasuredCase each : cases) {
                    double seconds = timer.perCall(each, each.calls);
                    spent += seconds * each.calls;
                    each.calls = calls(seconds);
                }
            }
        }
    }

    /** The same on all ranks. */
    private double ranksOfCore() throws MPIException {
        Intracomm near = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        double[] ranks = {(double) near.getSize() / Runtime.getRuntime().availableProcessors()};
        near.free();
        world.allReduce(ranks, 1, MPI.DOUBLE, MPI.MAX);
        return Math.max(1, ranks[0]);
    }

    /** Ranks that share a node; collective. */
    private NodeMap nodes() throws MPIException {
        Intracomm near = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        int[] first = {world.getRank()};
        near.bcast(first, 1, MPI.INT, 0);
        near.free();
        int[] all = new int[world.getSize()];
        world.allGather(first, 1, MPI.INT, all, 1, MPI.INT);
        return NodeMap.of(all);
    }

    private Sample sample(MeasuredCase each, NodeMap nodes) {
        Shape shape = new Shape().reset(each.kind, 0, comm.getSize());
        String torus = Settings.ofProcess().get("coll.torus");
        TorusEmbedding job = torus == null ? null : TorusEmbedding.parse(torus);
        shape.nodes = nodes;
        shape.torus = job == null ? DefaultTorus.of(nodes, shape.size) : job.logical();
        CostFormula formula = CostFormulas.of(each.kind, each.ran.split(":")[0]);
        double starts = 0;
        double load = 0;
        if (formula != null && each.isForced()) {
            CallCost cost = formula.of(RankLayout.of(shape, job), each.bytes);
            long k = segments(cost, each.ran);
            starts = cost.messages(k);
            load = cost.bytesPassed(k);
        }
        return new Sample(
                each.kind,
                each.ran,
                each.isForced(),
                shape.size,
                each.bytes,
                starts,
                load,
                each.median(),
                each.spread());
    }

    private static long segments(CallCost cost, String ran) {
        int equals = ran.indexOf('=');
        long segment = equals < 0 ? 0 : Long.parseLong(ran.substring(equals + 1));
        return segment == 0 ? 1 : Math.max(1, Math.ceilDiv((long) cost.bytes(), segment));
    }
}
