package musubi.rma.rdma;

import musubi.adi.RdmaMemory;
import musubi.adi.RemoteAtomic;
import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.progress.Backlog;
import musubi.progress.Operation;
import musubi.progress.WorkList;
import musubi.region.Region;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * The accesses of this rank to one peer's memory by RDMA, begun in the order of the calls. Some are
 * in flight and tried again in every duty cycle; the others wait, and an action may wait for all
 * before it. Atomic operations take effect in their order; copies take effect in any.
 *
 * <p>Thread rule: the thread that holds the rank.
 */
public final class RdmaQueue extends Operation {
    /** Accesses in flight; a larger number would only be refused more often. */
    private static final int MOST = 16;

    /** Longer copies are cut. */
    private static final long MOST_BYTES = 1 << 26;

    private final RdmaMemory memory;
    private final WorkList work;
    private final Supplier<String> lossReason;
    private final List<RdmaStep> inFlight = new ArrayList<>(MOST);
    private final Deque<RdmaStep> waiting = new ArrayDeque<>();
    private final Backlog backlog;

    /** Atomics and barriers that are not complete. */
    private int ordered;

    private int barriers;

    /** Steps are being tried; what they add is tried behind them. */
    private boolean running;

    /**
     * No accesses yet.
     *
     * @param work of the rank
     * @param worldRank of the peer
     * @param lossReason why the peer is gone; null while it is not
     */
    public RdmaQueue(RdmaMemory memory, WorkList work, int worldRank, Supplier<String> lossReason) {
        this.memory = memory;
        this.work = work;
        this.lossReason = lossReason;
        backlog = new Backlog("accesses by RDMA", worldRank, waiting::size);
    }

    /** What waits; a call that finds it full does not add more before it is not. */
    public Backlog backlog() {
        return backlog;
    }

    /**
     * Copies from the peer's memory.
     *
     * @param from start of the peer's memory
     * @param into belongs to the queue until the copy is complete, as its memory does
     */
    public void read(Remote from, Region into, long to, long bytes, RdmaListener listener) {
        copy(true, from, new Local(into, to, bytes), listener);
    }

    /** Copies to the peer's memory; as {@link #read}. */
    public void write(Remote to, Region source, long from, long bytes, RdmaListener listener) {
        copy(false, to, new Local(source, from, bytes), listener);
    }

    /** A place in the peer's memory: an offset in bytes behind a key. */
    public record Remote(long key, long offset) {}

    private record Local(Region region, long at, long bytes) {}

    private void copy(boolean reads, Remote remote, Local local, RdmaListener listener) {
        for (long done = 0; done < local.bytes; done += MOST_BYTES) {
            long part = Math.min(MOST_BYTES, local.bytes - done);
            RdmaStep.RemotePart there =
                    new RdmaStep.RemotePart(remote.key, remote.offset + done, part);
            add(new RdmaStep.Copy(reads, there, local.region, local.at + done, listener));
        }
    }

    /** Executes an atomic operation; the listener finds the result in it. */
    public void atomic(RemoteAtomic operation, RdmaListener listener) {
        ordered++;
        add(new RdmaStep.Atomic(operation, listener));
    }

    /**
     * Runs an action when everything so far is complete; the listener hears only of the loss of the
     * peer before that.
     */
    public void after(Runnable action, RdmaListener listener) {
        ordered++;
        barriers++;
        add(new RdmaStep.Barrier(action, listener));
    }

    /** Whether everything is complete. */
    public boolean isIdle() {
        return inFlight.isEmpty() && waiting.isEmpty();
    }

    /** Whether atomic operations or actions are not complete. */
    public boolean hasOrdered() {
        return ordered > 0;
    }

    /** Whether actions have not run. */
    public boolean hasActions() {
        return barriers > 0;
    }

    private void add(RdmaStep step) {
        waiting.add(step);
        if (!running && !advance()) {
            work.add(this);
        }
    }

    @Override
    public boolean advance() {
        running = true;
        try {
            tryInFlight();
            while (beginsNext()) {
                work.noteProgress();
            }
        } finally {
            running = false;
        }
        return isIdle();
    }

    private void tryInFlight() {
        int kept = 0;
        for (int i = 0; i < inFlight.size(); i++) {
            RdmaStep step = inFlight.get(i);
            if (isFinished(step)) {
                work.noteProgress();
            } else {
                inFlight.set(kept++, step);
            }
        }
        inFlight.subList(kept, inFlight.size()).clear();
    }

    /** Begins the next step; false when there is none or it has to wait. */
    private boolean beginsNext() {
        RdmaStep next = waiting.peek();
        boolean isBarrier = next instanceof RdmaStep.Barrier;
        if (next == null || inFlight.size() >= (isBarrier ? 1 : MOST)) {
            return false;
        }
        waiting.remove();
        if (!isFinished(next)) {
            inFlight.add(next);
        }
        return true;
    }

    /** Attempts a step; true when it is complete or has failed. */
    private boolean isFinished(RdmaStep step) {
        boolean finished = attempt(step);
        if (finished && !(step instanceof RdmaStep.Copy)) {
            ordered--;
            barriers -= step instanceof RdmaStep.Barrier ? 1 : 0;
        }
        return finished;
    }

    private boolean attempt(RdmaStep step) {
        // A loss has a reason once it has been reported, in one of the next polls.
        String reason = lossReason.get();
        if (reason != null) {
            step.listener.onFailure(ErrorClass.ofLoss(reason), reason);
            return true;
        }
        try {
            boolean finished = step.attempt(memory) == SendOutcome.ACCEPTED;
            if (finished && !(step instanceof RdmaStep.Barrier)) {
                step.listener.onDone(step.bytes());
            }
            return finished;
        } catch (IllegalArgumentException e) {
            step.listener.onFailure(ErrorClass.DISP, e.getMessage());
            return true;
        }
    }
}
