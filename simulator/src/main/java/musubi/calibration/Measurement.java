package musubi.calibration;

import mpi.Comm;
import mpi.Info;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.model.Cost;
import musubi.collectives.model.Formula;
import musubi.collectives.model.Formulas;
import musubi.collectives.model.Layout;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.LaidTorus;
import musubi.collectives.schedule.LikelyTorus;
import musubi.collectives.schedule.Nodes;
import musubi.collectives.schedule.Shape;
import musubi.config.Settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The MPI program that measures: forces all algorithms, one after the other, by the hint of a
 * communicator, and rank 0 prints a {@link Sample} for each case. In each of several rounds each
 * case gets a batch of calls, so that what disturbs the machine for a while disturbs all cases.
 *
 * <p>Calls that let a rank go before others come are followed by a barrier each, whose own time is
 * taken off; the time of a batch is that of its slowest rank.
 */
public final class Measurement {
    /** Bytes of all blocks of a call at most, so that buffers of many ranks have room. */
    private static final long MOST_BYTES = 16 << 20;

    /** From here on algorithms that cut messages are also measured with a segment that is told. */
    private static final long CUT_BYTES = 32 << 10;

    private static final String SEGMENT = ":segment=8192";
    private static final int TRIES = 3;
    private static final int MOST_CALLS = 2000;

    /** Batches of each case before those that count, in which the JVM compiles what they need. */
    private static final int WARM_UP_ROUNDS = 6;

    /** Of what was measured, when a barrier takes more than most of it. */
    private static final double LEAST_PART = 0.2;

    private final Intracomm world = MPI.COMM_WORLD;
    private final Intracomm comm;
    private final MeasuredCall call;
    private final long[] sizes;
    private final double batchSeconds;
    private final int rounds;

    private Measurement(long[] sizes, double batchSeconds, int rounds) throws MPIException {
        this.sizes = sizes;
        this.batchSeconds = batchSeconds;
        this.rounds = rounds;
        comm = world.dup();
        long largest = Arrays.stream(sizes).max().orElseThrow();
        call = new MeasuredCall(comm, Math.max(largest, mostOfBlocks(largest)));
    }

    private long mostOfBlocks(long largest) throws MPIException {
        return Math.min(MOST_BYTES, largest * world.getSize());
    }

    /** Arguments: sizes in bytes with commas between, microseconds of a batch, rounds. */
    public static void main(String[] words) throws MPIException {
        String[] args = MPI.Init(words);
        long[] sizes = Arrays.stream(args[0].split(",")).mapToLong(Long::parseLong).toArray();
        double batch = Double.parseDouble(args[1]) / 1e6;
        Measurement measurement = new Measurement(sizes, batch, Integer.parseInt(args[2]));
        for (CollectiveKind kind : MeasuredCall.KINDS) {
            measurement.measure(kind);
        }
        MPI.Finalize();
    }

    private void measure(CollectiveKind kind) throws MPIException {
        List<MeasuredCase> cases = cases(kind);
        for (MeasuredCase each : cases) {
            prepare(each);
        }
        cases.removeIf(each -> each.calls == 0);
        warmUp(cases);
        for (int round = 0; round < rounds; round++) {
            double barrier = MeasuredCall.lets(kind) ? barrierSeconds() : 0;
            for (MeasuredCase each : cases) {
                force(each);
                call.run(kind, each.bytes);
                double seconds = batch(each, each.calls);
                each.add(Math.max(seconds - barrier, LEAST_PART * seconds));
            }
        }
        hint(kind, MeasuredCase.AUTO);
        if (world.getRank() == 0) {
            Nodes nodes = nodes();
            cases.forEach(each -> System.out.println(sample(each, nodes).text()));
        } else {
            nodes();
        }
    }

    private List<MeasuredCase> cases(CollectiveKind kind) throws MPIException {
        List<MeasuredCase> cases = new ArrayList<>();
        long[] all = kind == CollectiveKind.BARRIER ? new long[1] : sizes;
        for (long bytes : all) {
            if (MeasuredCall.hasBlocks(kind) && bytes * world.getSize() > MOST_BYTES) {
                continue;
            }
            cases.add(new MeasuredCase(kind, MeasuredCase.AUTO, bytes));
            for (Algorithm algorithm : Catalogue.of(kind)) {
                cases.add(new MeasuredCase(kind, algorithm.name(), bytes));
                if (algorithm.cuts() && bytes >= CUT_BYTES) {
                    cases.add(new MeasuredCase(kind, algorithm.name() + SEGMENT, bytes));
                }
            }
        }
        return cases;
    }

    /** Finds out whether the algorithm can do it, and how many calls fit into a batch. */
    private void prepare(MeasuredCase each) throws MPIException {
        force(each);
        call.run(each.kind, each.bytes);
        each.ran = comm.getInfo().get("musubi_ran_" + name(each.kind));
        if (!each.isAsWished()) {
            return;
        }
        each.calls = TRIES;
        fillBatch(each);
    }

    /** Finds the numbers of calls anew as they become faster. */
    private void warmUp(List<MeasuredCase> cases) throws MPIException {
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            for (MeasuredCase each : cases) {
                force(each);
                fillBatch(each);
            }
        }
    }

    private void fillBatch(MeasuredCase each) throws MPIException {
        double[] seconds = {batch(each, each.calls)};
        world.bcast(seconds, 1, MPI.DOUBLE, 0);
        each.calls = (int) Math.clamp(batchSeconds / seconds[0], 1, MOST_CALLS);
    }

    /** The time of one call of many, on the slowest rank. */
    private double batch(MeasuredCase each, int calls) throws MPIException {
        boolean waits = MeasuredCall.lets(each.kind);
        world.barrier();
        long startNs = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            call.run(each.kind, each.bytes);
            if (waits) {
                world.barrier();
            }
        }
        return slowest((System.nanoTime() - startNs) / 1e9 / calls);
    }

    private double barrierSeconds() throws MPIException {
        int calls = 100;
        world.barrier();
        long startNs = System.nanoTime();
        for (int i = 0; i < calls; i++) {
            world.barrier();
        }
        return slowest((System.nanoTime() - startNs) / 1e9 / calls);
    }

    private double slowest(double own) throws MPIException {
        double[] seconds = {own};
        double[] most = new double[1];
        world.allReduce(seconds, most, 1, MPI.DOUBLE, MPI.MAX);
        return most[0];
    }

    private void force(MeasuredCase each) throws MPIException {
        hint(each.kind, each.wish);
    }

    private void hint(CollectiveKind kind, String wish) throws MPIException {
        Info info = new Info();
        info.set("musubi_coll_" + name(kind), wish);
        comm.setInfo(info);
        info.free();
    }

    private static String name(CollectiveKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Which ranks share a node; all ranks call. */
    private Nodes nodes() throws MPIException {
        Intracomm near = world.splitType(Comm.TYPE_SHARED, 0, MPI.INFO_NULL);
        int[] first = {world.getRank()};
        near.bcast(first, 1, MPI.INT, 0);
        near.free();
        int[] all = new int[world.getSize()];
        world.allGather(first, 1, MPI.INT, all, 1, MPI.INT);
        return Nodes.of(all);
    }

    private Sample sample(MeasuredCase each, Nodes nodes) {
        Shape shape = new Shape().reset(each.kind, 0, comm.getSize());
        String told = Settings.ofProcess().get("coll.torus");
        LaidTorus job = told == null ? null : LaidTorus.parse(told);
        shape.nodes = nodes;
        shape.torus = job == null ? LikelyTorus.of(nodes, shape.size) : job.nodes();
        Formula formula = Formulas.of(each.kind, each.ran.split(":")[0]);
        double starts = 0;
        double load = 0;
        if (formula != null && each.isForced()) {
            Cost cost = formula.of(Layout.of(shape, job), each.bytes);
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

    private static long segments(Cost cost, String ran) {
        int equals = ran.indexOf('=');
        long segment = equals < 0 ? 0 : Long.parseLong(ran.substring(equals + 1));
        return segment == 0 ? 1 : Math.max(1, Math.ceilDiv((long) cost.bytes(), segment));
    }
}
