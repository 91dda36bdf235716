package musubi.launch.process;

import musubi.launch.job.JobRanks;

import java.util.BitSet;

/** Ranks, of which the watcher process ends those that still run if mpiexec is killed. */
public abstract class WatchedRanks implements JobRanks {
    protected final Watcher watcher;

    /** Guarded by this. */
    protected final BitSet running = new BitSet();

    protected WatchedRanks(Watcher watcher) {
        this.watcher = watcher;
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
    public synchronized void ended(int rank) {
        running.clear(rank);
    }

    @Override
    public synchronized void giveUp() {
        running.clear();
    }

    @Override
    public void stopMpiexec() {
        watcher.signal("STOP", ProcessHandle.current().pid());
    }

    @Override
    public boolean restartWatcher() {
        return watcher.restart();
    }
}
