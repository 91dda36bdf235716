package musubi.verbs.adapter;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.verbs.work.ReceiveWorkRequest;

import java.util.Arrays;

/** Posted receives, bounded, oldest first: inside a queue pair or a shared receive queue. */
final class ReceiveQueue {
    private final ReceiveWorkRequest[] ring;
    private final int mostEntries;
    private int head;
    private int size;

    ReceiveQueue(int capacity, int mostEntries) {
        ring = new ReceiveWorkRequest[capacity];
        this.mostEntries = mostEntries;
    }

    /** Adds a request; false if there is no room. */
    boolean post(ReceiveWorkRequest request) {
        check(request);
        if (size == ring.length) {
            return false;
        }
        ring[(head + size) % ring.length] = request;
        size++;
        return true;
    }

    /** Throws {@code ERR_ARG} if the request has too many entries. */
    void check(ReceiveWorkRequest request) {
        if (request.pieces().size() > mostEntries) {
            throw new MpiFailure(ErrorClass.ARG, "receive has too many scatter-gather entries")
                    .with("id", request.id())
                    .with("entries", request.pieces().size())
                    .with("limit", mostEntries)
                    .advice("use fewer, or make the queue with a higher limit");
        }
    }

    /** The oldest request, or null. */
    ReceiveWorkRequest take() {
        if (size == 0) {
            return null;
        }
        ReceiveWorkRequest oldest = ring[head];
        ring[head] = null;
        head = (head + 1) % ring.length;
        size--;
        return oldest;
    }

    int size() {
        return size;
    }

    int capacity() {
        return ring.length;
    }

    void clear() {
        Arrays.fill(ring, null);
        size = 0;
    }
}
