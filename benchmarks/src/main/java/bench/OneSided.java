package bench;

import mpi.Info;
import mpi.MPI;
import mpi.MPIException;
import mpi.Win;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Accesses of rank 0 to a window of rank 1, each followed by a flush, under one lockAll; rank 1
 * waits in a barrier, or with {@code -c} computes without a call of MPI. {@code putbw} and {@code
 * getbw} are {@link #WINDOW} accesses with one flush, {@code putcall} is a put without a flush.
 *
 * <p>{@code OneSided [-b put,get,...] [-s bytes,...] [-t seconds] [-w warm-up seconds] [-c] [-x]
 * [-g bytes]}: {@code -x} locks the target exclusively instead, {@code -g} is the granularity of
 * updates ({@code mpi_accumulate_granularity}). Prints {@code R} lines ({@link Steps.Times}).
 */
public final class OneSided {
    private static final int WINDOW = 64;
    private static final int TARGET = 1;

    private final int me = MPI.COMM_WORLD.getRank();
    private final Steps steps;
    private final boolean computing;

    /** Where rank 0 counts the measurements that have ended. */
    private final int ends;

    private int measurements;
    private double computed;
    private final ByteBuffer origin;
    private final ByteBuffer one = MPI.newByteBuffer(8).putLong(0, 1);
    private final ByteBuffer result = MPI.newByteBuffer(8);
    private final ByteBuffer expected = MPI.newByteBuffer(8);
    private final Win win;

    private OneSided(Words words, int longest) {
        computing = words.has("-c");
        steps = new Steps(words);
        ends = Math.ceilDiv(longest, 8) * 8;
        origin = MPI.newByteBuffer(ends + 8);
        Info info = new Info();
        info.set("mpi_accumulate_granularity", words.text("-g", "0"));
        win = Win.allocate(ends + 8, 1, info, MPI.COMM_WORLD);
        info.free();
    }

    /** Runs the benchmarks; two ranks. */
    public static void main(String[] args) throws MPIException {
        Words words = new Words(MPI.Init(args));
        int[] sizes = words.sizes("-s", "8,64,1K,4K,64K,1M,4M");
        OneSided bench = new OneSided(words, Arrays.stream(sizes).max().orElseThrow());
        boolean exclusive = words.has("-x");
        bench.lock(exclusive);
        for (String name : words.names("-b", "put,get,acc,fop,cas,putcall,putbw,getbw")) {
            boolean hasOneSize = Arrays.asList("fop", "cas").contains(name);
            for (int bytes : hasOneSize ? new int[] {8} : sizes) {
                bench.measure(name, bytes);
            }
        }
        bench.unlock(exclusive);
        bench.win.free();
        MPI.Finalize();
    }

    private void lock(boolean exclusive) throws MPIException {
        if (!exclusive) {
            win.lockAll(0);
        } else if (me == 0) {
            win.lock(MPI.LOCK_EXCLUSIVE, TARGET, 0);
        }
    }

    private void unlock(boolean exclusive) throws MPIException {
        if (!exclusive) {
            win.unlockAll();
        } else if (me == 0) {
            win.unlock(TARGET);
        }
    }

    private Steps.Step step(String name, int n) {
        Steps.Step access = access(name.replaceFirst("(bw|call)$", ""), n);
        int accesses = name.endsWith("bw") ? WINDOW : 1;
        if (name.endsWith("call")) {
            return access;
        }
        return () -> {
            for (int i = 0; i < accesses; i++) {
                access.run();
            }
            win.flush(TARGET);
        };
    }

    private Steps.Step access(String name, int n) {
        return switch (name) {
            case "put" -> () -> win.put(origin, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
            case "get" -> () -> win.get(origin, n, MPI.BYTE, TARGET, 0, n, MPI.BYTE);
            case "acc" ->
                    () ->
                            win.accumulate(
                                    origin, n / 8, MPI.LONG, TARGET, 0, n / 8, MPI.LONG, MPI.SUM);
            case "fop" -> () -> win.fetchAndOp(one, result, MPI.LONG, TARGET, 0, MPI.SUM);
            case "cas" -> () -> win.compareAndSwap(origin, expected, result, MPI.LONG, TARGET, 0);
            default -> throw new IllegalArgumentException("no such benchmark: " + name);
        };
    }

    private void measure(String name, int bytes) throws MPIException {
        MPI.COMM_WORLD.barrier();
        if (me == 0) {
            Steps.Times times = steps.alone(step(name, bytes));
            win.flush(TARGET);
            times.print(name, 2, bytes);
        }
        endMeasurement();
        MPI.COMM_WORLD.barrier();
    }

    private void endMeasurement() throws MPIException {
        measurements++;
        if (me == 0) {
            win.fetchAndOp(one, result, MPI.LONG, TARGET, ends, MPI.SUM);
            win.flush(TARGET);
        } else if (computing) {
            ByteBuffer memory = (ByteBuffer) win.getBase();
            while (memory.getLong(ends) < measurements) {
                for (int i = 1; i < 1000; i++) {
                    computed += 1.0 / i;
                }
                VarHandle.fullFence();
            }
        }
    }
}
