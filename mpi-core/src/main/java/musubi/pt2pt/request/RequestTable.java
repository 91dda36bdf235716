package musubi.pt2pt.request;

import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The requests that a peer may name in a message. A cookie is a place and a generation, so that a
 * late answer to a request long gone finds nothing. Its size follows the operations in flight.
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

    /** Puts a request in, unless it is there, and returns its cookie. */
    public long add(CommRequest request) {
        if (request.cookie != NONE) {
            return request.cookie;
        }
        int place = freeCount > 0 ? free[--freeCount] : newPlace();
        requests[place] = request;
        request.cookie = (long) generations[place] << 32 | place;
        request.partner = request.peer();
        if (request.partner != null) {
            request.partner.beginOperation();
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

    /** The send request with this cookie, or null. */
    public SendRequest findSend(long cookie) {
        return find(cookie) instanceof SendRequest request ? request : null;
    }

    /** The receive request with this cookie, or null. */
    public RecvRequest findRecv(long cookie) {
        return find(cookie) instanceof RecvRequest request ? request : null;
    }

    private CommRequest find(long cookie) {
        int place = (int) cookie;
        if (place < 0 || place >= used || generations[place] != (int) (cookie >>> 32)) {
            return null;
        }
        return requests[place];
    }

    /** Takes a request out; neither its cookie nor its remote key finds anything any more. */
    public void remove(CommRequest request) {
        if (request.cookie == NONE) {
            return;
        }
        request.hide();
        if (request.partner != null) {
            request.partner.endOperation();
            request.partner = null;
        }
        int place = (int) request.cookie;
        requests[place] = null;
        generations[place] = generations[place] + 1 & Integer.MAX_VALUE;
        free[freeCount++] = place;
        request.cookie = NONE;
    }

    /** Calls back for each request in the table. */
    public void forEach(Consumer<CommRequest> action) {
        for (int i = 0; i < used; i++) {
            if (requests[i] != null) {
                action.accept(requests[i]);
            }
        }
    }
}
