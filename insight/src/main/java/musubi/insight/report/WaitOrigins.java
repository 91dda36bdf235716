package musubi.insight.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the ranks where waits began. A late rank may have waited itself while the other one waited
 * for it; then that wait counts for the rank that it waited for, as far as that is the longest part
 * of the time.
 */
final class WaitOrigins {
    /** Waits of each rank whose origin is known, in the order of their ends. */
    private final Map<Integer, List<WaitState>> known = new HashMap<>();

    private WaitOrigins() {}

    /** The same waits, by time, with their origins. */
    static List<WaitState> find(List<WaitState> waits) {
        WaitOrigins origins = new WaitOrigins();
        List<WaitState> found = new ArrayList<>(waits.size());
        // What a rank waited for before it was late itself has ended before.
        waits.stream()
                .sorted(Comparator.comparingLong(WaitState::endNs))
                .map(wait -> wait.withOrigin(origins.of(wait)))
                .forEach(
                        wait -> {
                            origins.of(wait.rank()).add(wait);
                            found.add(wait);
                        });
        found.sort(Comparator.comparingLong(WaitState::beginNs));
        return found;
    }

    private List<WaitState> of(int rank) {
        return known.computeIfAbsent(rank, _ -> new ArrayList<>());
    }

    private int of(WaitState wait) {
        Map<Integer, Long> shares = new HashMap<>();
        long rest = wait.durationNs();
        List<WaitState> before = of(wait.cause());
        for (int i = before.size() - 1; i >= 0; i--) {
            WaitState own = before.get(i);
            if (own.endNs() <= wait.beginNs()) {
                break;
            }
            long both = own.endNs() - Math.max(own.beginNs(), wait.beginNs());
            shares.merge(own.origin(), both, Long::sum);
            rest -= both;
        }
        shares.merge(wait.cause(), rest, Long::sum);
        return shares.entrySet().stream()
                .max(
                        Map.Entry.<Integer, Long>comparingByValue()
                                .thenComparing(Map.Entry.comparingByKey()))
                .orElseThrow()
                .getKey();
    }
}
