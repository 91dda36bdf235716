package musubi.launch.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Starts of processes on several threads: each takes some milliseconds, for which the other ranks
 * would wait in MPI.Init.
 */
final class ProcessStarts {
    private final List<Supplier<RankProcess>> starts = new ArrayList<>();

    /** Adds a start, in rank order. */
    void add(Supplier<RankProcess> start) {
        starts.add(start);
    }

    /**
     * What has started.
     *
     * @param processes in the same order, without those that have not started
     * @param failure the first one; null if all have started
     */
    record Result(List<RankProcess> processes, Throwable failure) {
        /** Throws the failure, if there is one. */
        void check() {
            if (failure instanceof RuntimeException e) {
                throw e;
            }
            if (failure instanceof Error e) {
                throw e;
            }
        }
    }

    /** Starts all on this thread and others. After a failure none is begun. */
    Result run() {
        Run run = new Run(starts.size());
        int others = Math.min(starts.size(), Runtime.getRuntime().availableProcessors()) - 1;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < others; i++) {
            threads.add(Thread.ofPlatform().daemon().name("start-" + i).start(run));
        }
        run.run();
        threads.forEach(ProcessStarts::join);
        return run.result();
    }

    private static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** What the threads share. */
    private final class Run implements Runnable {
        private final AtomicInteger next = new AtomicInteger();
        private final RankProcess[] processes;
        private volatile Throwable failure;

        Run(int count) {
            processes = new RankProcess[count];
        }

        @Override
        public void run() {
            for (int i = next.getAndIncrement();
                    i < processes.length && failure == null;
                    i = next.getAndIncrement()) {
                try {
                    processes[i] = starts.get(i).get();
                } catch (RuntimeException | Error e) {
                    failure = e;
                }
            }
        }

        Result result() {
            List<RankProcess> started = new ArrayList<>();
            for (RankProcess process : processes) {
                if (process != null) {
                    started.add(process);
                }
            }
            return new Result(started, failure);
        }
    }
}
