package musubi.launch.process;

import musubi.launch.hosts.RankRange;
import musubi.launch.output.OutputForwarder;
import musubi.launch.output.RankOutput;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The ranks of a job on this machine: their processes and output streams.
 *
 * <p>Thread rule: one thread.
 */
public final class LocalRanks extends WatchedRanks {
    /** The pause in the output of a process that counts as the end of its thread dump. */
    private static final long DUMP_QUIET_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The time limit for the beginning of a thread dump. */
    private static final long DUMP_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    /** The time limit for the rest of it: a program that goes on printing is never quiet. */
    private static final long DUMP_LENGTH_NS = TimeUnit.SECONDS.toNanos(2);

    /**
     * The time limit for output of streams left open after the end of the last rank, in ms: long
     * enough for a busy machine to run the threads that have bytes to read.
     */
    private static final int OUTPUT_PATIENCE_MS = 500;

    private static final int INPUT_BYTES = 16 * 1024;

    private final RankOutput output;
    private final List<RankProcess> processes = new ArrayList<>();
    private final Map<Integer, RankProcess> processOfRank = new HashMap<>();
    private final List<OutputForwarder> forwarders = new ArrayList<>();
    private final Map<RankProcess, List<OutputForwarder>> processOutput = new IdentityHashMap<>();

    public LocalRanks(Watcher watcher, RankOutput output) {
        super(watcher);
        this.output = output;
    }

    /** Adds a process, in rank order. */
    void add(RankProcess process) {
        watcher.watch(process.pid());
        processes.add(process);
        RankRange ranks = process.ranks();
        ranks.numbers().forEach(rank -> processOfRank.put(rank, process));
        running.set(ranks.first(), ranks.first() + ranks.count());
        processOutput.put(
                process,
                forward(ranks, process.pid(), process.standardOutput(), process.standardError()));
    }

    /** Adds the output streams of one of several ranks of a process. */
    void addStreams(int rank, InputStream out, InputStream errors) {
        forward(RankRange.of(rank), processOf(rank).pid(), out, errors);
    }

    private List<OutputForwarder> forward(
            RankRange ranks, long pid, InputStream out, InputStream errors) {
        List<OutputForwarder> both = output.forward(ranks, pid, out, errors);
        forwarders.addAll(both);
        return both;
    }

    /** Copies a stream, to its end, to the standard inputs of all processes. */
    public void copyInput(InputStream source) {
        List<OutputStream> inputs =
                new ArrayList<>(processes.stream().map(RankProcess::standardInput).toList());
        Thread.ofPlatform().daemon().name("input").start(() -> copy(source, inputs));
    }

    private static void copy(InputStream source, List<OutputStream> inputs) {
        byte[] bytes = new byte[INPUT_BYTES];
        try {
            for (int count = source.read(bytes); count >= 0; count = source.read(bytes)) {
                int length = count;
                inputs.removeIf(input -> !write(input, bytes, length));
            }
        } catch (IOException e) {
            // A read error counts as the end of the input.
        }
        inputs.forEach(LocalRanks::close);
    }

    /** Writes; false if the process has closed its input or ended. */
    private static boolean write(OutputStream input, byte[] bytes, int count) {
        try {
            input.write(bytes, 0, count);
            input.flush();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void close(OutputStream input) {
        try {
            input.close();
        } catch (IOException e) {
            // The process is gone.
            return;
        }
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

    /** One process after the other; those that do not answer share one time limit. */
    @Override
    public void dumpThreads() throws InterruptedException {
        long deadlineNs = System.nanoTime() + DUMP_LIMIT_NS;
        for (RankProcess process : processes) {
            if (runs(process) && dumpThreads(process, deadlineNs)) {
                deadlineNs = System.nanoTime() + DUMP_LIMIT_NS;
            }
        }
    }

    /**
     * Requests thread dumps of the JVMs of a process and waits for their output: for its beginning,
     * then until it is quiet.
     *
     * @param deadlineNs the time limit for the beginning
     * @return whether the output has begun; true without a JVM
     */
    private boolean dumpThreads(RankProcess process, long deadlineNs) throws InterruptedException {
        List<OutputForwarder> streams = processOutput.get(process);
        streams.forEach(OutputForwarder::startTagging);
        List<Long> jvms = process.jvms();
        if (jvms.isEmpty()) {
            return true;
        }
        long requestNs = System.nanoTime();
        jvms.forEach(pid -> watcher.signal("QUIT", pid));
        boolean begun = false;
        long endNs = deadlineNs;
        long nowNs;
        do {
            TimeUnit.NANOSECONDS.sleep(DUMP_QUIET_NS);
            nowNs = System.nanoTime();
            long quietNs = streams.stream().mapToLong(OutputForwarder::quietNs).min().orElseThrow();
            if (!begun && quietNs < nowNs - requestNs) {
                begun = true;
                endNs = nowNs + DUMP_LENGTH_NS;
            }
            if (begun && quietNs >= DUMP_QUIET_NS) {
                return true;
            }
        } while (nowNs - endNs < 0);
        return begun;
    }

    /**
     * Waits until all output is forwarded; streams that are silent and, in a hurry, all streams
     * share one limit.
     */
    public void finishOutput(boolean hurry) {
        int polls = OUTPUT_PATIENCE_MS / OutputForwarder.POLL_MS;
        for (OutputForwarder forwarder : forwarders) {
            polls = Math.max(0, forwarder.finish(polls, hurry));
        }
        Thread flushing = Thread.ofPlatform().daemon().name("last-output").start(output::flush);
        try {
            flushing.join(hurry ? OUTPUT_PATIENCE_MS : 0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
