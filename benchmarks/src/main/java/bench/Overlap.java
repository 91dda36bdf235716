package bench;

import imb.operation.Computation;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Request;
import mpi.Win;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Set;

/**
 * The part of a communication that is hidden by computation, defined as in IMB-NBC: the pure
 * operation, then the operation with computation of the same time between start and completion;
 * {@code overlap = 100 max(0, min(1, (t_pure + t_CPU - t_ovrl) / min(t_pure, t_CPU)))} per cent.
 *
 * <ul>
 *   <li>{@code put}, {@code get}: rank 0 accesses rank 1, which computes too, and flushes;
 *   <li>{@code isend}: iSend to the right, iRecv from the left, waitAll;
 *   <li>{@code ibarrier}, {@code iallreduce} (sum of floats): start and wait.
 * </ul>
 *
 * <p>{@code Overlap [-b put,get,isend,ibarrier,iallreduce] [-s bytes,...] [-p polls] [-t seconds]
 * [-w warm-up seconds]}. With {@code -p n} the host polls n times in the computation: it tests the
 * requests, or probes for a message if there is none. Iterations are separated by barriers, which
 * are not measured; the slowest rank counts. Prints {@code R} lines ({@link Steps.Times}), of the
 * pure operation with {@code _pure}, and {@code O,name,ranks,bytes,t_CPU,overlap}.
 */
public final class Overlap {
    private static final int TAG = 1;
    private static final int UNUSED_TAG = 2;
    private static final int TARGET = 1;
    private static final double MICRO = 1e6;
    private static final Set<String> ACCESSES = Set.of("put", "get");

    private final Intracomm comm = MPI.COMM_WORLD;
    private final int me = comm.getRank();
    private final int right = (me + 1) % comm.getSize();
    private final int left = (me + comm.getSize() - 1) % comm.getSize();
    private final Steps steps;
    private final int polls;
    private final Computation computation = new Computation();
    private final ByteBuffer out;
    private final ByteBuffer in;
    private final Win win;
    private Request[] requests = {};
    private int tested;
    private long units;

    private Overlap(Words words, int longest) {
        steps = new Steps(words);
        polls = (int) words.number("-p", 0);
        out = MPI.newByteBuffer(longest);
        in = MPI.newByteBuffer(longest);
        win = Win.allocate(longest, 1, MPI.INFO_NULL, comm);
    }

    /** Runs the measurements; two ranks or more. */
    public static void main(String[] args) {
        Words words = new Words(MPI.Init(args));
        int[] sizes = words.sizes("-s", "8,1K,64K,1M");
        Overlap program = new Overlap(words, sizes[sizes.length - 1]);
        program.win.lockAll(0);
        for (String name : words.names("-b", "put,get,isend,ibarrier,iallreduce")) {
            for (int bytes : name.equals("ibarrier") ? new int[] {0} : sizes) {
                program.measure(name, bytes);
            }
        }
        program.win.unlockAll();
        program.win.free();
        MPI.Finalize();
    }

    private void measure(String name, int bytes) {
        units = 0;
        Steps.Times pure = steps.together(comm, count -> seconds(name, bytes, count));
        long[] agreed = {computation.unitsFor(pure.median())};
        comm.bcast(agreed, 1, MPI.LONG, 0);
        units = agreed[0];
        double computing = computation.secondsOf(units);
        Steps.Times both = steps.together(comm, count -> seconds(name, bytes, count));
        if (me != 0) {
            return;
        }
        pure.print(name + "_pure", comm.getSize(), bytes);
        both.print(name, comm.getSize(), bytes);
        System.out.printf(
                Locale.ROOT,
                "O,%s,%d,%d,%.4f,%.1f%n",
                name,
                comm.getSize(),
                bytes,
                computing * MICRO,
                Computation.hiddenPercent(both.median(), pure.median(), computing));
    }

    private double seconds(String name, int bytes, long count) {
        long sum = 0;
        for (long i = 0; i < count; i++) {
            long start = System.nanoTime();
            start(name, bytes);
            compute();
            complete(name);
            sum += System.nanoTime() - start;
            comm.barrier();
        }
        return sum * 1e-9;
    }

    private void start(String name, int n) {
        tested = 0;
        switch (name) {
            case "put" -> {
                if (me == 0) {
                    win.put(out, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
                }
            }
            case "get" -> {
                if (me == 0) {
                    win.get(in, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
                }
            }
            case "isend" ->
                    requests =
                            new Request[] {
                                comm.iRecv(in, n, MPI.BYTE, left, TAG),
                                comm.iSend(out, n, MPI.BYTE, right, TAG)
                            };
            case "ibarrier" -> requests = new Request[] {comm.iBarrier()};
            case "iallreduce" -> requests = new Request[] {reduce(n / Float.BYTES)};
            default -> throw new IllegalArgumentException("no such operation: " + name);
        }
    }

    private Request reduce(int floats) {
        return comm.iAllReduce(out, in, floats, MPI.FLOAT, MPI.SUM);
    }

    private void compute() {
        if (units > 0) {
            computation.run(units, polls, this::poll);
        }
    }

    /** Tests the first request that is not complete. */
    private void poll() {
        if (requests.length == 0) {
            comm.iProbe(MPI.ANY_SOURCE, UNUSED_TAG);
        } else if (tested < requests.length && requests[tested].test()) {
            tested++;
        }
    }

    private void complete(String name) {
        if (!ACCESSES.contains(name)) {
            Request.waitAll(requests);
            requests = new Request[0];
        } else if (me == 0) {
            win.flush(TARGET);
        }
    }
}
