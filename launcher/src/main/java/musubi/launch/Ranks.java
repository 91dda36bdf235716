package musubi.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The processes of a job and the streams of their output.
 *
 * <p>Thread rule: one thread.
 */
final class Ranks {
    private final Watcher watcher;
    private final OutputSink standardOutput;
    private final OutputSink standardError;
    private final boolean tagged;
    private final List<RankProcess> processes = new ArrayList<>();
    private final List<OutputForwarder> forwarders = new ArrayList<>();
    private final List<Boolean> running = new ArrayList<>();
    private int alive;

    Ranks(Watcher watcher, OutputSink standardOutput, OutputSink standardError, boolean tagged) {
        this.watcher = watcher;
        this.standardOutput = standardOutput;
        this.standardError = standardError;
        this.tagged = tagged;
    }

    /** Takes over the process of the next rank, in rank order. */
    void add(RankProcess process) {
        watcher.watch(process.pid());
        int rank = process.rank();
        processes.add(process);
        running.add(true);
        alive++;
        forwarders.add(new OutputForwarder(rank, process.standardOutput(), standardOutput, tagged));
        forwarders.add(new OutputForwarder(rank, process.standardError(), standardError, tagged));
    }

    /** How many ranks have started. */
    int size() {
        return processes.size();
    }

    /** How many of them run. */
    int alive() {
        return alive;
    }

    boolean isAlive(int rank) {
        return running.get(rank);
    }

    long pid(int rank) {
        return processes.get(rank).pid();
    }

    /** Notes that a rank's process has ended; what it left in its group is killed. */
    void ended(int rank) {
        if (running.set(rank, false)) {
            alive--;
            watcher.forget(processes.get(rank).pid());
        }
    }

    /** Sends a signal, named without SIG, to the groups of all ranks that run. */
    void signal(String name) {
        for (RankProcess process : processes) {
            if (running.get(process.rank())) {
                watcher.signalGroup(name, process.pid());
            }
        }
    }

    /** Stops mpiexec's own process, as SIGTSTP would do if it were not handled. */
    void stopMpiexec() {
        watcher.signal("STOP", ProcessHandle.current().pid());
    }

    /** Waits no longer for ranks that cannot be ended. */
    void giveUp() {
        alive = 0;
    }

    boolean restartWatcher() {
        return watcher.restart();
    }

    /** Has this rank's JVMs print their threads, and waits until the output is quiet again. */
    void dumpThreads(int rank, long quietMs, long limitMs) throws InterruptedException {
        if (!running.get(rank)) {
            return;
        }
        OutputForwarder output = forwarders.get(2 * rank);
        OutputForwarder errors = forwarders.get(2 * rank + 1);
        output.startTagging();
        errors.startTagging();
        for (long pid : processes.get(rank).jvms()) {
            watcher.signal("QUIT", pid);
        }
        long startNs = System.nanoTime();
        long quietNs = TimeUnit.MILLISECONDS.toNanos(quietMs);
        long limitNs = TimeUnit.MILLISECONDS.toNanos(limitMs);
        do {
            TimeUnit.MILLISECONDS.sleep(quietMs);
        } while (Math.min(output.quietNs(), errors.quietNs()) < quietNs
                && System.nanoTime() - startNs < limitNs);
    }

    /**
     * Waits until all output has passed on.
     *
     * @param patienceMs how long to wait for silent streams, or, in a hurry, for any
     * @return whether the reader of mpiexec's own output took everything
     */
    boolean finishOutput(long patienceMs, boolean hurry) {
        boolean taken = true;
        for (OutputForwarder forwarder : forwarders) {
            taken &= forwarder.finish(patienceMs, hurry) || !hurry;
        }
        return taken;
    }
}
