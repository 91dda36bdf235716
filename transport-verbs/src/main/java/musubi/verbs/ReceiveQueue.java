package musubi.verbs;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.ArrayDeque;
import java.util.Deque;

/** Posted receives, bounded, oldest first: inside a queue pair or a shared receive queue. */
final class ReceiveQueue {
    private final Deque<ReceiveWorkRequest> posted = new ArrayDeque<>();
    private final int capacity;
    private final int mostEntries;

    ReceiveQueue(int capacity, int mostEntries) {
        this.capacity = capacity;
        this.mostEntries = mostEntries;
    }

    /** Adds a request; false if there is no room. */
    boolean post(ReceiveWorkRequest request) {
        check(request);
        return posted.size() < capacity && posted.add(request);
    }

    /** Throws {@code ERR_ARG} if the request has too many pieces. */
    void check(ReceiveWorkRequest request) {
        if (request.entries().size() > mostEntries) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "receive has too many scatter-gather entries: id="
                            + request.id()
                            + " entries="
                            + request.entries().size()
                            + " limit="
                            + mostEntries
                            + "; use fewer, or make the queue with a higher limit");
        }
    }

    /** The oldest request, or null. */
    ReceiveWorkRequest take() {
        return posted.poll();
    }

    int size() {
        return posted.size();
    }

    int capacity() {
        return capacity;
    }

    void clear() {
        posted.clear();
    }
}
