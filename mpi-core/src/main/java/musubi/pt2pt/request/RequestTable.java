package musubi.pt2pt.request;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The requests that peers may refer to in messages. A cookie is a place and a generation, so that a
 * late answer to a finished request finds nothing. The size of the table follows the operations in
 * flight.
 */
public final class RequestTable {
    /** The cookie of a request that is not in the table. */
    static final long NONE = -1;

    private CommRequest[] requests = new CommRequest[16];
    private int[] generations = new int[16];
    private int[] free = new int[16];
    private int freeCount;
    private int used;

    public RequestTable() {}

    /** Adds a request unless it is there, and returns its cookie. */
    public long add(CommRequest request) {
        if (request.cookie != NONE) {
            return request.cookie;
        }
        int place = freeCount > 0 ? free[--freeCount] : newPlace();
        requests[place] = request;
        request.cookie = (long) generations[place] << 32 | place;
        request.busyPeer = request.peerActivity();
        if (request.busyPeer != null) {
            request.busyPeer.beginOperation();
        }
        return request.cookie;
    }

    private int newPlace() {
        if (used == requests.length) {
            requests = Arrays.copyOf(requests, 2 * used);
            generations = Arrays.copyOf(generations, 2 * used);
            free = Arrays.copyOf(free, 2 * used);
        }
        return used++;
    }

    /** The request of a class with this cookie, or null. */
    public <R extends CommRequest> R find(long cookie, Class<R> type) {
        CommRequest request = find(cookie);
        return type.isInstance(request) ? type.cast(request) : null;
    }

    private CommRequest find(long cookie) {
        int place = (int) cookie;
        if (place < 0 || place >= used || generations[place] != (int) (cookie >>> 32)) {
            return null;
        }
        return requests[place];
    }

    /** Removes a request; its cookie and its remote key become invalid. */
    public void remove(CommRequest request) {
        if (request.cookie == NONE) {
            return;
        }
        request.hide();
        if (request.busyPeer != null) {
            request.busyPeer.endOperation();
            request.busyPeer = null;
        }
        int place = (int) request.cookie;
        requests[place] = null;
        generations[place] = generations[place] + 1 & Integer.MAX_VALUE;
        free[freeCount++] = place;
        request.cookie = NONE;
    }

    /** The first request of a class that meets a condition, or null. */
    public <R extends CommRequest> R findFirst(Class<R> type, Predicate<R> condition) {
        for (int i = 0; i < used; i++) {
            if (type.isInstance(requests[i]) && condition.test(type.cast(requests[i]))) {
                return type.cast(requests[i]);
            }
        }
        return null;
    }

    /** Calls an action for each request in the table. */
    public void forEach(Consumer<CommRequest> action) {
        for (int i = 0; i < used; i++) {
            if (requests[i] != null) {
                action.accept(requests[i]);
            }
        }
    }
}
