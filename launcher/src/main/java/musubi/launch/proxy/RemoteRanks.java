package musubi.launch.proxy;

import musubi.launch.hosts.RankPlacement;
import musubi.launch.job.JobRanks;
import musubi.launch.link.Frame;
import musubi.launch.link.Frame.Kind;
import musubi.launch.link.PayloadWriter;
import musubi.launch.process.StartedProcess;
import musubi.launch.process.Watcher;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/**
 * The ranks of a job on several hosts: what is done to them is told to their node proxies.
 *
 * <p>Thread rule: as {@link JobRanks}; what nodes tell may come from any thread.
 */
final class RemoteRanks implements JobRanks {
    private static final long DUMP_LIMIT_MS = 10_000;

    private final RankPlacement placement;
    private final ChildProxies nodes;
    private final Watcher watcher;
    private final BitSet running = new BitSet();
    private final Map<Integer, Long> pids = new HashMap<>();
    private final Set<Integer> undumped = new HashSet<>();
    private final Set<Integer> undone = new HashSet<>();
    private final Set<Integer> lost = new HashSet<>();

    /** The ranks of this placement, all of which are about to run. */
    RemoteRanks(RankPlacement placement, ChildProxies nodes, Watcher watcher) {
        this.placement = placement;
        this.nodes = nodes;
        this.watcher = watcher;
        running.set(0, placement.size());
        forAllNodes(undone::add);
    }

    private void forAllNodes(IntConsumer action) {
        for (int node = 0; node < placement.hosts().size(); node++) {
            action.accept(node);
        }
    }

    /** A process has started. */
    synchronized void started(StartedProcess start) {
        start.ranks().numbers().forEach(rank -> pids.put(rank, start.pid()));
    }

    /** A node has had its ranks print their threads. */
    synchronized void dumped(int node) {
        undumped.remove(node);
        notifyAll();
    }

    /** A node has sent all its output. */
    synchronized void done(int node) {
        undone.remove(node);
        undumped.remove(node);
        notifyAll();
    }

    /** A node is gone; false when it had nothing left to do, or when that is known. */
    synchronized boolean lost(int node) {
        boolean early = undone.contains(node) && lost.add(node);
        done(node);
        return early;
    }

    @Override
    public synchronized int alive() {
        return running.cardinality();
    }

    @Override
    public synchronized boolean isAlive(int rank) {
        return running.get(rank);
    }

    @Override
    public synchronized String place(int rank) {
        String host = placement.hosts().get(placement.nodeOf(rank)).name();
        return "pid " + pids.get(rank) + " on " + host;
    }

    @Override
    public synchronized void ended(int rank) {
        running.clear(rank);
    }

    @Override
    public void signal(String name) {
        forAllNodes(
                node -> nodes.send(Frame.of(Kind.SIGNAL, node, new PayloadWriter().text(name))));
    }

    @Override
    public void stopMpiexec() {
        watcher.signal("STOP", ProcessHandle.current().pid());
    }

    @Override
    public synchronized void giveUp() {
        running.clear();
    }

    @Override
    public boolean restartWatcher() {
        return watcher.restart();
    }

    @Override
    public boolean haveJvms() {
        return true;
    }

    @Override
    public void dumpThreads() throws InterruptedException {
        synchronized (this) {
            undumped.addAll(undone);
        }
        forAllNodes(node -> nodes.send(Frame.of(Kind.DUMP, node)));
        await(undumped, DUMP_LIMIT_MS);
    }

    /**
     * Has all nodes send the output that is left, and waits for that.
     *
     * @param failed whether they shall tell what their ranks did last
     * @param limitMs the longest wait
     * @return whether all have
     */
    boolean finishOutput(boolean hurry, boolean failed, long limitMs) throws InterruptedException {
        PayloadWriter payload = new PayloadWriter().flag(hurry).flag(failed);
        forAllNodes(node -> nodes.send(Frame.of(Kind.FINISH, node, payload)));
        return await(undone, limitMs);
    }

    private synchronized boolean await(Set<Integer> missing, long limitMs)
            throws InterruptedException {
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
        long leftNs;
        while (!missing.isEmpty() && (leftNs = deadlineNs - System.nanoTime()) > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(leftNs, 1_000_000));
        }
        return missing.isEmpty();
    }

    /** The ranks of these nodes that run. */
    synchronized List<Integer> runningOn(List<Integer> gone) {
        return running.stream()
                .filter(rank -> gone.contains(placement.nodeOf(rank)))
                .boxed()
                .toList();
    }
}
