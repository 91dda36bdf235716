package musubi.progress;

import java.util.function.IntSupplier;

/**
 * A queue for one peer that bounds what waits for the transport: a call that finds it full waits
 * until half of it is gone. Thread rule: the thread that holds the rank.
 */
public final class Backlog implements Waitable {
    private static final int MOST = 1 << 10;

    private final String what;
    private final int worldRank;
    private final IntSupplier size;

    /**
     * A queue.
     *
     * @param what is in it, for a report of the wait
     * @param worldRank of the peer
     * @param size of the queue now
     */
    public Backlog(String what, int worldRank, IntSupplier size) {
        this.what = what;
        this.worldRank = worldRank;
        this.size = size;
    }

    /** Whether a call has to wait for room. */
    public boolean isFull() {
        return size.getAsInt() >= MOST;
    }

    @Override
    public boolean isComplete() {
        return size.getAsInt() <= MOST / 2;
    }

    @Override
    public void describeWait(WaitDependencies needs) {
        needs.describe("room for " + what + ", target=" + worldRank);
        // The peer takes them while it waits for something else, too.
        needs.addRank(worldRank).isCollective();
    }
}
