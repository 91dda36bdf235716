package musubi.launch;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    private final List<RankProcess> processOfRank = new ArrayList<>();
    private final List<OutputForwarder> forwarders = new ArrayList<>();
    private final Map<RankProcess, List<OutputForwarder>> processOutput = new HashMap<>();
    private final BitSet running = new BitSet();
    private int alive;

    Ranks(Watcher watcher, OutputSink standardOutput, OutputSink standardError, boolean tagged) {
        this.watcher = watcher;
        this.standardOutput = standardOutput;
        this.standardError = standardError;
        this.tagged = tagged;
    }

    /** Takes over the process of the next ranks, in rank order. */
    void add(RankProcess process) {
        watcher.watch(process.pid());
        processes.add(process);
        RankRange ranks = process.ranks();
        ranks.numbers().forEach(unused -> processOfRank.add(process));
        running.set(ranks.first(), ranks.first() + ranks.count());
        alive += ranks.count();
        processOutput.put(
                process, forward(ranks, process.standardOutput(), process.standardError()));
    }

    /** Passes on the output of one of several ranks of a process. */
    void addStreams(int rank, InputStream output, InputStream errors) {
        forward(RankRange.of(rank), output, errors);
    }

    private List<OutputForwarder> forward(RankRange ranks, InputStream output, InputStream errors) {
        List<OutputForwarder> both =
                List.of(
                        new OutputForwarder(ranks, output, standardOutput, tagged),
                        new OutputForwarder(ranks, errors, standardError, tagged));
        forwarders.addAll(both);
        return both;
    }

    /** The processes, in rank order. */
    List<RankProcess> processes() {
        return processes;
    }

    /** How many ranks run. */
    int alive() {
        return alive;
    }

    boolean isAlive(int rank) {
        return running.get(rank);
    }

    /** The process id of this rank's process. */
    long pid(int rank) {
        return processOfRank.get(rank).pid();
    }

    /**
     * Notes that a rank has ended; with the last rank of a process, what it left in its group is
     * killed.
     */
    void ended(int rank) {
        if (running.get(rank)) {
            running.clear(rank);
            alive--;
            RankProcess process = processOfRank.get(rank);
            if (!runs(process)) {
                watcher.forget(process.pid());
            }
        }
    }

    private boolean runs(RankProcess process) {
        return process.ranks().numbers().anyMatch(running::get);
    }

    /** Sends a signal, named without SIG, to the groups of all ranks that run. */
    void signal(String name) {
        for (RankProcess process : processes) {
            if (runs(process)) {
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

    /** Has the JVMs of this process print their threads, and waits until that is quiet again. */
    void dumpThreads(RankProcess process, long quietMs, long limitMs) throws InterruptedException {
        if (!runs(process)) {
            return;
        }
        List<OutputForwarder> output = processOutput.get(process);
        output.forEach(OutputForwarder::startTagging);
        for (long pid : process.jvms()) {
            watcher.signal("QUIT", pid);
        }
        long startNs = System.nanoTime();
        long quietNs = TimeUnit.MILLISECONDS.toNanos(quietMs);
        long limitNs = TimeUnit.MILLISECONDS.toNanos(limitMs);
        do {
            TimeUnit.MILLISECONDS.sleep(quietMs);
        } while (output.stream().anyMatch(one -> one.quietNs() < quietNs)
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
