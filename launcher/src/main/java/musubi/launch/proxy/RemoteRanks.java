package musubi.launch.proxy;

import musubi.launch.hosts.RankPlacement;
import musubi.launch.job.JobRanks;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.Heartbeat;
import musubi.launch.link.PayloadWriter;
import musubi.launch.process.StartedProcess;
import musubi.launch.process.WatchedRanks;
import musubi.launch.process.Watcher;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * The ranks of a job on several hosts, controlled through their node proxies.
 *
 * <p>Thread rule: as {@link JobRanks}; notifications of nodes may come from any thread.
 */
final class RemoteRanks extends WatchedRanks {
    /** The time limit for signals to arrive at hosts that answer. */
    private static final long DELIVERY_LIMIT_MS = 2_000;

    /** Longer than a node waits for ranks that do not answer. */
    private static final long DUMP_LIMIT_MS = 60_000;

    private final RankPlacement placement;
    private final ChildProxies nodes;
    private final Map<Integer, Long> pids = new HashMap<>();
    private final Set<Integer> dumpsDue = new HashSet<>();
    private final Set<Integer> outputDue = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();

    /** The ranks of a placement, all about to start. */
    RemoteRanks(RankPlacement placement, ChildProxies nodes, Watcher watcher) {
        super(watcher);
        this.placement = placement;
        this.nodes = nodes;
        running.set(0, placement.size());
        forAllNodes(outputDue::add);
    }

    private void forAllNodes(IntConsumer action) {
        for (int node = 0; node < placement.hosts().size(); node++) {
            action.accept(node);
        }
    }

    /** Records a started process. */
    synchronized void started(StartedProcess start) {
        start.ranks().numbers().forEach(rank -> pids.put(rank, start.pid()));
    }

    /** Records the complete thread dumps of a node. */
    synchronized void dumped(int node) {
        dumpsDue.remove(node);
        notifyAll();
    }

    /** Records the complete output of a node. */
    synchronized void done(int node) {
        outputDue.remove(node);
        dumpsDue.remove(node);
        notifyAll();
    }

    /** Records a lost node; false if it was done, or already lost. */
    synchronized boolean lost(int node) {
        boolean early = outputDue.contains(node) && lost.add(node);
        done(node);
        return early;
    }

    @Override
    public synchronized String place(int rank) {
        return "pid " + pids.get(rank) + " on " + host(placement.nodeOf(rank));
    }

    private String host(int node) {
        return placement.hosts().get(node).name();
    }

    @Override
    public synchronized List<String> silentHosts() {
        List<String> hosts = new ArrayList<>();
        for (int node : outputDue) {
            String silence = nodes.silence(node);
            if (!silence.isEmpty()) {
                hosts.add(host(node) + " (" + silence + ")");
            }
        }
        return hosts;
    }

    @Override
    public synchronized boolean hasBrokenLink() {
        return outputDue.stream().anyMatch(nodes::isBroken);
    }

    @Override
    public void signal(String name) {
        forAllNodes(
                node -> nodes.send(Frame.of(Kind.SIGNAL, node, new PayloadWriter().text(name))));
    }

    /** After the signals have arrived: no thread of mpiexec sends them once it has stopped. */
    @Override
    public void stopMpiexec() {
        try {
            nodes.awaitDelivery(DELIVERY_LIMIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        super.stopMpiexec();
    }

    @Override
    public boolean haveJvms() {
        return true;
    }

    @Override
    public void dumpThreads() throws InterruptedException {
        synchronized (this) {
            dumpsDue.addAll(outputDue);
        }
        forAllNodes(node -> nodes.send(Frame.of(Kind.DUMP, node)));
        // Those of a host that has not answered for long come late, if at all.
        await(dumpsDue, DUMP_LIMIT_MS, node -> !nodes.silence(node).isEmpty());
    }

    /**
     * Requests the remaining output of all nodes, and waits for it.
     *
     * @param failed whether to print the last events of the ranks
     * @param limitMs the time limit
     */
    void finishOutput(boolean hurry, boolean failed, long limitMs) throws InterruptedException {
        PayloadWriter payload = new PayloadWriter().flag(hurry).flag(failed);
        forAllNodes(node -> nodes.send(Frame.of(Kind.FINISH, node, payload)));
        await(outputDue, limitMs, _ -> false);
    }

    private synchronized void await(
            Set<Integer> missing, long limitMs, Predicate<Integer> isExcused)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        long leftNs;
        while (!missing.stream().allMatch(isExcused)
                && (leftNs = deadlineNs - System.nanoTime()) > 0) {
            long pauseNs = Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(Heartbeat.INTERVAL_MS));
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(pauseNs, 1_000_000));
        }
    }

    /** The running ranks of these nodes. */
    synchronized List<Integer> runningOn(List<Integer> gone) {
        return running.stream()
                .filter(rank -> gone.contains(placement.nodeOf(rank)))
                .boxed()
                .toList();
    }
}
