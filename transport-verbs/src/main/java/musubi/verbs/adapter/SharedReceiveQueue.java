package musubi.verbs.adapter;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.memory.ProtectionDomain;
import musubi.verbs.work.AsyncEvent;
import musubi.verbs.work.ReceiveWorkRequest;

/**
 * Receives shared by many queue pairs: memory grows with the traffic and not with the peers. Made
 * by {@link HostChannelAdapter#createSharedReceiveQueue}; owned by the adapter's thread. Verbs:
 * {@code struct ibv_srq}.
 */
public final class SharedReceiveQueue {
    private final HostChannelAdapter adapter;
    private final ProtectionDomain domain;
    private final int number;
    private final ReceiveQueue queue;
    private int limit;
    private int users;
    private boolean closed;

    SharedReceiveQueue(
            HostChannelAdapter adapter, ProtectionDomain domain, int number, ReceiveQueue queue) {
        this.adapter = adapter;
        this.domain = domain;
        this.number = number;
        this.queue = queue;
    }

    /**
     * Posts a receive; false if the queue is full. Its memory belongs to the adapter until
     * completion. Keys are looked up in this queue's domain. Throws {@code ERR_ARG} if it has too
     * many pieces. Verbs: {@code ibv_post_srq_recv}.
     */
    public boolean post(ReceiveWorkRequest request) {
        return queue.post(request);
    }

    /**
     * Arms the limit: when a message takes a receive and fewer than this many are left, one {@link
     * AsyncEvent.Type#SRQ_LIMIT_REACHED} is raised and the limit is disarmed. 0 disarms it. Throws
     * {@code ERR_ARG} if it is negative or above the capacity. Verbs: {@code ibv_modify_srq}.
     */
    public void armLimit(int receives) {
        if (receives < 0 || receives > queue.capacity()) {
            throw new MpiFailure(ErrorClass.ARG, "limit of shared receive queue out of range")
                    .with("limit", receives)
                    .with("capacity", queue.capacity())
                    .advice("give 0 to the capacity");
        }
        limit = receives;
    }

    /** Receives posted and not yet taken. */
    public int size() {
        return queue.size();
    }

    /** The number in {@link AsyncEvent}. */
    public int number() {
        return number;
    }

    /**
     * Destroys the queue and its receives; a second call has no effect. Throws {@code ERR_OTHER}
     * while a queue pair uses it. Verbs: {@code ibv_destroy_srq}.
     */
    public void close() {
        if (users > 0) {
            throw new MpiFailure(ErrorClass.OTHER, "shared receive queue is in use")
                    .with("number", number)
                    .with("users", users)
                    .advice("close its queue pairs first");
        }
        if (!closed) {
            closed = true;
            queue.clear();
            domain.removeUser();
            adapter.remove(this);
        }
    }

    ProtectionDomain domain() {
        return domain;
    }

    int capacity() {
        return queue.capacity();
    }

    void addUser() {
        users++;
    }

    void removeUser() {
        users--;
    }

    /** The oldest receive, or null. */
    ReceiveWorkRequest take() {
        ReceiveWorkRequest request = queue.take();
        if (request != null && queue.size() < limit) {
            limit = 0;
            adapter.raise(AsyncEvent.Type.SRQ_LIMIT_REACHED, number);
        }
        return request;
    }
}
