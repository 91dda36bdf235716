package musubi.collectives.execution;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The collective operations of a communicator that are in progress, to find the one that uses a
 * buffer. Complete ones are removed at the latest when the list has grown to twice its size. Thread
 * rule: the thread that holds the rank.
 */
public final class RequestsInProgress {
    private static final int FIRST_ROOM = 8;

    private final List<CollectiveRequest> requests = new ArrayList<>();
    private int room = FIRST_ROOM;

    public RequestsInProgress() {}

    /** Adds a request that has been started. */
    public void add(CollectiveRequest request) {
        if (request.isComplete()) {
            return;
        }
        if (requests.size() >= room) {
            requests.removeIf(CollectiveRequest::isComplete);
            room = Math.max(FIRST_ROOM, 2 * requests.size());
        }
        requests.add(request);
    }

    /** The operation whose call has such a buffer, or null. */
    public String userOf(Predicate<Object> buffer) {
        for (CollectiveRequest request : requests) {
            if (request.isUsing(buffer)) {
                return request.describe();
            }
        }
        return null;
    }
}
