package musubi.check;

import musubi.comm.Communicator;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.ContextId;

import java.util.HashMap;
import java.util.Map;

/**
 * The threads in blocking collective calls: collective calls on one communicator have an order, so
 * two threads may not make them at the same time. MPI-4.1 section 6.14.
 */
final class CollectiveThreads {
    /** By the context of the communicator. */
    private final Map<Integer, Thread> inside = new HashMap<>();

    /**
     * The calling thread begins a call.
     *
     * @throws MpiFailure of class COMM if another thread is in one
     */
    void enter(Communicator comm) {
        checkEntry(comm);
        inside.put(comm.contextId(), Thread.currentThread());
    }

    /** As {@link #enter}, for a call that does not wait. */
    void checkEntry(Communicator comm) {
        Thread other = inside.get(comm.contextId());
        if (other != null && other != Thread.currentThread()) {
            throw new MpiFailure(
                            ErrorClass.COMM,
                            "two threads make collective calls on one communicator at a time")
                    .with("communicator", ContextId.nameOf(comm.contextId()))
                    .with("thread", '"' + Thread.currentThread().getName() + '"')
                    .with("other", CallSite.describe(other))
                    .advice("give each thread a communicator of its own, made with dup")
                    .advice("or let the threads take turns in the same order on all ranks");
        }
    }

    /** The call of {@link #enter} is over. */
    void exit(Communicator comm) {
        inside.remove(comm.contextId(), Thread.currentThread());
    }
}
