import mpi.MPI;
import mpi.Win;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/**
 * The longest Collatz chain. Each process has a queue of tasks in a window: the number of the next
 * task, which the taker increments by fetchAndOp. A process whose queue is empty takes tasks from
 * the others, who go on computing.
 *
 * <p>{@code ./mpiexec -n 4 examples/WorkStealing.java [NUMBERS]}
 */
class WorkStealing {
    private static final int ROOT = 0;

    /** Numbers that one task covers. */
    private static final int TASK = 1000;

    private final int rank = MPI.COMM_WORLD.getRank();
    private final int size = MPI.COMM_WORLD.getSize();
    private final long tasks;
    private final Win win;
    private final LongBuffer one = MPI.newLongBuffer(1).put(0, 1);
    private final LongBuffer next = MPI.newLongBuffer(1);
    private long longest;
    private long start;
    private long done;

    private WorkStealing(long tasks) {
        this.tasks = tasks;
        win = Win.allocate(8, 8, MPI.INFO_NULL, MPI.COMM_WORLD);
        win.lockAll(0);
        ((ByteBuffer) win.getBase()).putLong(0, first(rank));
        win.sync();
        MPI.COMM_WORLD.barrier();
    }

    public static void main(String[] args) {
        String[] words = MPI.Init(args);
        long numbers = words.length > 0 ? Long.parseLong(words[0]) : 1_000_000;
        WorkStealing work = new WorkStealing(Math.ceilDiv(numbers, TASK));
        // First the own queue, then those of the others, one after the other.
        for (int i = 0; i < work.size; i++) {
            work.empty((work.rank + i) % work.size, numbers);
        }
        work.win.unlockAll();
        work.report();
        work.win.free();
        MPI.Finalize();
    }

    /** The first task in the queue of a process; those of the last one begin behind all. */
    private long first(int owner) {
        return tasks * owner / size;
    }

    private void empty(int owner, long numbers) {
        for (long task = take(owner); task < first(owner + 1); task = take(owner)) {
            for (long n = task * TASK + 1; n <= Math.min((task + 1) * TASK, numbers); n++) {
                measure(n);
            }
            done++;
        }
    }

    private long take(int owner) {
        win.fetchAndOp(one, next, MPI.LONG, owner, 0, MPI.SUM);
        win.flush(owner);
        return next.get(0);
    }

    private void measure(long n) {
        long steps = 0;
        for (long x = n; x != 1; x = x % 2 == 0 ? x / 2 : 3 * x + 1) {
            steps++;
        }
        if (steps > longest || steps == longest && n < start) {
            longest = steps;
            start = n;
        }
    }

    private void report() {
        long[] all = new long[3 * size];
        MPI.COMM_WORLD.gather(
                new long[] {longest, start, done}, 3, MPI.LONG, all, 3, MPI.LONG, ROOT);
        if (rank == ROOT) {
            long carriedOut = 0;
            for (int r = 0; r < size; r++) {
                carriedOut += all[3 * r + 2];
                if (all[3 * r] > longest || all[3 * r] == longest && all[3 * r + 1] < start) {
                    longest = all[3 * r];
                    start = all[3 * r + 1];
                }
            }
            System.out.println(start + " has the longest chain: " + longest + " steps");
            System.out.println("Each of " + carriedOut + " tasks was carried out once.");
        }
    }
}
