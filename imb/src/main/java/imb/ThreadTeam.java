package imb;

import mpi.MPI;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/**
 * The threads of a rank in IMB-MT: the thread that runs the team, and others. A failure of one
 * thread ends the job, because the others wait for messages.
 */
final class ThreadTeam implements AutoCloseable {
    private final int size;
    private final CyclicBarrier start;
    private final ExecutorService others;

    ThreadTeam(int size) {
        this.size = size;
        start = new CyclicBarrier(size);
        others = Executors.newFixedThreadPool(Math.max(1, size - 1), ThreadTeam::daemon);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "imb");
        thread.setDaemon(true);
        return thread;
    }

    int size() {
        return size;
    }

    /** Runs the work in all threads, which begin together, and waits for its end. */
    void run(IntConsumer work) {
        List<Future<?>> running = new ArrayList<>();
        for (int i = 1; i < size; i++) {
            int thread = i;
            running.add(others.submit(() -> runOne(work, thread)));
        }
        runOne(work, 0);
        for (Future<?> each : running) {
            await(each);
        }
    }

    private void runOne(IntConsumer work, int thread) {
        try {
            start.await();
            work.accept(thread);
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException("a thread of the benchmark was interrupted", e);
        } catch (RuntimeException | Error e) {
            if (size > 1) {
                System.err.println("thread " + thread + " of the benchmark failed: " + e);
                MPI.COMM_WORLD.abort(1);
            }
            throw e;
        }
    }

    private static void await(Future<?> work) {
        try {
            work.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("a thread of the benchmark failed", e);
        }
    }

    @Override
    public void close() {
        others.shutdownNow();
    }
}
