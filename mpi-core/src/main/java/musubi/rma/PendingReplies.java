package musubi.rma;

import musubi.error.ErrorClass;

import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/** The requests of a rank that wait for targets, by token. */
final class PendingReplies {
    /** The token of a message that is not answered. */
    static final long NONE = 0;

    private final Long2ObjectHashMap<RmaRequest> requests = new Long2ObjectHashMap<>();
    private long latest = NONE;

    PendingReplies() {}

    /** The token by which the target names this request. */
    long add(RmaRequest request) {
        requests.put(++latest, request);
        return latest;
    }

    /** A request that is not complete, or null. */
    RmaRequest get(long token) {
        return requests.get(token);
    }

    /** It is complete. */
    void remove(long token) {
        requests.remove(token);
    }

    /** Everything that a lost target was to answer fails. */
    void lose(int worldRank, String reason) {
        List<Long> lost = new ArrayList<>();
        requests.forEach(
                (token, request) -> {
                    if (request.target() == worldRank) {
                        lost.add(token);
                    }
                });
        lost.forEach(token -> requests.remove(token).failAt(ErrorClass.ofLoss(reason), reason));
    }
}
