package musubi.check;

import musubi.error.CallSite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Waits for persistent requests that were not started, as long as no start follows. MPI-4.1 section
 * 3.9.
 */
public final class IdleWaits {
    private final Map<LeakTracker.TrackedObject, CallSite> waits = new LinkedHashMap<>();

    IdleWaits() {}

    /** A call has waited for the request; the first one counts. */
    public void add(LeakTracker.TrackedObject request, CallSite wait) {
        waits.putIfAbsent(request, wait);
    }

    /** The request is started. */
    public void remove(LeakTracker.TrackedObject request) {
        waits.remove(request);
    }

    /** A line for each pair of places. */
    List<String> report() {
        Set<String> lines = new LinkedHashSet<>();
        waits.forEach(
                (request, wait) ->
                        lines.add(
                                "never started: a persistent request made by %s, for which %s waits"
                                        .formatted(request.site(), wait)));
        return new ArrayList<>(lines);
    }
}
