package musubi.check;

import musubi.comm.Communicator;
import musubi.error.CallSite;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.ContextId;

import java.util.ArrayList;
import java.util.List;

/**
 * The threads in blocking collective calls: collective calls on one communicator have an order, so
 * two threads may not make them at the same time. MPI-4.1 section 6.14.
 */
final class CollectiveThreads {
    /** Calls under way; few, so that a list is quicker than a map. */
    private final List<Inside> inside = new ArrayList<>();

    /** A thread in a call, on the communicator with this context. */
    private record Inside(int contextId, Thread thread) {}

    /**
     * The calling thread begins a call.
     *
     * @throws MpiFailure of class COMM if another thread is in one
     */
    void enter(Communicator comm) {
        checkEntry(comm);
        inside.add(new Inside(comm.contextId(), Thread.currentThread()));
    }

    /** As {@link #enter}, for a call that does not wait. */
    void checkEntry(Communicator comm) {
        for (int i = 0; i < inside.size(); i++) {
            check(comm, inside.get(i));
        }
    }

    private static void check(Communicator comm, Inside known) {
        Thread other = known.thread;
        if (known.contextId == comm.contextId() && other != Thread.currentThread()) {
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
        Thread current = Thread.currentThread();
        for (int i = inside.size() - 1; i >= 0; i--) {
            Inside known = inside.get(i);
            if (known.thread == current && known.contextId == comm.contextId()) {
                inside.remove(i);
                return;
            }
        }
    }
}
