package musubi.launch.process;

import musubi.launch.hosts.RankRange;
import musubi.launch.output.LineSink;
import musubi.launch.output.OutputForwarder;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The ranks of a job on this machine: their processes and output streams.
 *
 * <p>Thread rule: one thread.
 */
public final class LocalRanks extends WatchedRanks {
    private static final long DUMP_QUIET_MS = 100;
    private static final long DUMP_LIMIT_MS = 1_000;

    private final LineSink standardOutput;
    private final LineSink standardError;
    private final boolean tagged;
    private final List<RankProcess> processes = new ArrayList<>();
    private final Map<Integer, RankProcess> processOfRank = new HashMap<>();
    private final List<OutputForwarder> forwarders = new ArrayList<>();
    private final Map<RankProcess, List<OutputForwarder>> processOutput = new HashMap<>();

    public LocalRanks(
            Watcher watcher, LineSink standardOutput, LineSink standardError, boolean tagged) {
        super(watcher);
        this.standardOutput = standardOutput;
        this.standardError = standardError;
        this.tagged = tagged;
    }

    /** Adds a process, in rank order. */
    void add(RankProcess process) {
        watcher.watch(process.pid());
        processes.add(process);
        RankRange ranks = process.ranks();
        ranks.numbers().forEach(rank -> processOfRank.put(rank, process));
        running.set(ranks.first(), ranks.first() + ranks.count());
        processOutput.put(
                process, forward(ranks, process.standardOutput(), process.standardError()));
    }

    /** Adds the output streams of one of several ranks of a process. */
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

    /** The process of this rank, or null. */
    public RankProcess processOf(int rank) {
        return processOfRank.get(rank);
    }

    @Override
    public String place(int rank) {
        return "pid " + processOfRank.get(rank).pid();
    }

    /** The end of the last rank of a process kills the rest of its group. */
    @Override
    public synchronized void ended(int rank) {
        if (isAlive(rank)) {
            super.ended(rank);
            RankProcess process = processOfRank.get(rank);
            if (!runs(process)) {
                watcher.forget(process.pid());
            }
        }
    }

    private boolean runs(RankProcess process) {
        return process.ranks().numbers().anyMatch(running::get);
    }

    @Override
    public void signal(String name) {
        for (RankProcess process : processes) {
            if (runs(process)) {
                watcher.signalGroup(name, process.pid());
            }
        }
    }

    @Override
    public boolean haveJvms() {
        return processes.stream().anyMatch(process -> !process.jvms().isEmpty());
    }

    /** One process after the other. */
    @Override
    public void dumpThreads() throws InterruptedException {
        for (RankProcess process : processes) {
            dumpThreads(process, DUMP_QUIET_MS, DUMP_LIMIT_MS);
        }
    }

    /** Requests thread dumps of the JVMs of a process and waits for the end of their output. */
    private void dumpThreads(RankProcess process, long quietMs, long limitMs)
            throws InterruptedException {
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
     * Waits until all output is forwarded.
     *
     * @param patienceMs the time limit for silent streams and, in a hurry, for all streams
     * @return whether all output has been written
     */
    public boolean finishOutput(long patienceMs, boolean hurry) {
        boolean taken = true;
        for (OutputForwarder forwarder : forwarders) {
            taken &= forwarder.finish(patienceMs, hurry) || !hurry;
        }
        return taken;
    }
}
