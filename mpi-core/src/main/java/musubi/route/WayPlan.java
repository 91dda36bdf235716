package musubi.route;

import musubi.grid.RoutePlanner;
import musubi.grid.SiteRoute;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The ways from one site to another one for each class of sizes, the best first. A way is the list
 * of the sites whose relays it passes; empty: direct. Immutable.
 */
final class WayPlan {
    private static final int MOST_ALTERNATIVES = 4;

    /** Ways of a plan are kept as long as others are not better by this factor for any size. */
    private static final double KEPT = 1.1;

    /** Relays are passed if the time of some short size without them is longer by this factor. */
    private static final double WORTHWHILE = 1.25;

    /** The same of a longer size: rates measured on busy hosts differ by as much. */
    private static final double WORTHWHILE_BY_RATE = 2;

    /** Powers of two that are compared, the first ones for latencies. */
    private static final int[] COMPARED = {0, 4, 8, 10, 12, 14, 16, 18, 20};

    private static final int SHORT_POWER = 10;

    /** What relays read at a time at most. */
    static final int MOST_CHUNK_BYTES = 64 << 10;

    /** Less would cost a relay a system call for little data. */
    private static final int LEAST_CHUNK_BYTES = 16 << 10;

    private final int from;
    private final int to;
    private final SizeClasses<List<Integer>> paths;
    private final List<List<List<Integer>>> ways = new ArrayList<>();
    private final int[] chunkBytes;

    /** The plan of least time. */
    WayPlan(RoutePlanner planner, int sites, int from, int to) {
        this.from = from;
        this.to = to;
        paths = paths(planner);
        chunkBytes = new int[classes()];
        for (int sizeClass = 0; sizeClass < classes(); sizeClass++) {
            long bytes = paths.typical(sizeClass);
            ways.add(waysFor(planner, sites, bytes, paths.choices().get(sizeClass)));
            long chunk = planner.best(from, to, bytes).chunkBytes();
            chunkBytes[sizeClass] =
                    chunk == 0
                            ? MOST_CHUNK_BYTES
                            : Math.clamp(chunk, LEAST_CHUNK_BYTES, MOST_CHUNK_BYTES);
        }
    }

    /**
     * The best path for each size; only the direct one if no other takes clearly less time for any
     * size.
     */
    private SizeClasses<List<Integer>> paths(RoutePlanner planner) {
        List<Integer> direct = List.of(from, to);
        boolean isWorthwhile = !planner.isConnected(direct);
        for (int i = 0; i < COMPARED.length && !isWorthwhile; i++) {
            long bytes = 1L << COMPARED[i];
            double best = planner.best(from, to, bytes).seconds();
            double factor = COMPARED[i] <= SHORT_POWER ? WORTHWHILE : WORTHWHILE_BY_RATE;
            isWorthwhile = planner.seconds(direct, bytes, 0) > factor * best;
        }
        return isWorthwhile
                ? simplified(
                        planner, SizeClasses.find(bytes -> planner.best(from, to, bytes).sites()))
                : new SizeClasses<>(new long[0], List.of(direct));
    }

    /** Neighbouring classes are one if they pass relays and the way of one is good for both. */
    private static SizeClasses<List<Integer>> simplified(
            RoutePlanner planner, SizeClasses<List<Integer>> found) {
        SizeClasses<List<Integer>> classes = found;
        for (int i = classes.limits().length - 1; i >= 0; i--) {
            List<Integer> smaller = classes.choices().get(i);
            List<Integer> larger = classes.choices().get(i + 1);
            if (smaller.size() <= 2 || larger.size() <= 2) {
                continue;
            }
            if (isGood(planner, larger, classes, i)) {
                classes = classes.joined(i, larger);
            } else if (isGood(planner, smaller, classes, i + 1)) {
                classes = classes.joined(i, smaller);
            }
        }
        return classes;
    }

    /** Whether a path takes little longer than the best one of a class for its sizes. */
    private static boolean isGood(
            RoutePlanner planner,
            List<Integer> path,
            SizeClasses<List<Integer>> classes,
            int sizeClass) {
        List<Integer> best = classes.choices().get(sizeClass);
        for (long bytes : new long[] {classes.least(sizeClass), classes.most(sizeClass)}) {
            double seconds = planner.seconds(path, bytes, MOST_CHUNK_BYTES);
            if (seconds > KEPT * planner.seconds(best, bytes, MOST_CHUNK_BYTES)) {
                return false;
            }
        }
        return true;
    }

    private List<List<Integer>> waysFor(
            RoutePlanner planner, int sites, long bytes, List<Integer> best) {
        List<SiteRoute> others = new ArrayList<>();
        for (List<Integer> path : paths.choices()) {
            addKnown(others, planner, path, bytes);
        }
        addKnown(others, planner, List.of(from, to), bytes);
        for (int over = 0; over < sites; over++) {
            if (over != from && over != to) {
                addKnown(others, planner, List.of(from, over, to), bytes);
            }
        }
        others.sort(Comparator.comparingDouble(SiteRoute::seconds));
        List<List<Integer>> found = new ArrayList<>();
        found.add(relaysOf(best));
        for (SiteRoute other : others) {
            if (found.size() <= MOST_ALTERNATIVES) {
                addNew(found, relaysOf(other.sites()));
            }
        }
        // Last, what may work where measured links do not: any connection, and the gateways.
        addNew(found, List.of());
        addNew(found, List.of(to));
        addNew(found, List.of(from, to));
        return List.copyOf(found);
    }

    /** Adds a path if all its links are there. */
    private static void addKnown(
            List<SiteRoute> routes, RoutePlanner planner, List<Integer> path, long bytes) {
        if (planner.isConnected(path)) {
            routes.add(new SiteRoute(path, 0, planner.seconds(path, bytes, MOST_CHUNK_BYTES)));
        }
    }

    private static <T> void addNew(List<T> list, T element) {
        if (!list.contains(element)) {
            list.add(element);
        }
    }

    private static List<Integer> relaysOf(List<Integer> path) {
        return List.copyOf(path.subList(1, path.size() - 1));
    }

    /**
     * The plan with changed links: this one unless the ways of the other one take clearly less time
     * for some size, so that small changes do not move connections.
     */
    WayPlan orBetter(WayPlan next, RoutePlanner planner) {
        for (int power : COMPARED) {
            long bytes = 1L << power;
            if (seconds(planner, bytes) > KEPT * next.seconds(planner, bytes)) {
                return next;
            }
        }
        return this;
    }

    private double seconds(RoutePlanner planner, long bytes) {
        int sizeClass = SizeClasses.of(bytes, paths.limits());
        List<Integer> path = paths.choices().get(sizeClass);
        return planner.isConnected(path)
                ? planner.seconds(path, bytes, chunkBytes[sizeClass])
                : Double.POSITIVE_INFINITY;
    }

    private int classes() {
        return paths.choices().size();
    }

    private int atMost(int sizeClass) {
        return Math.min(sizeClass, classes() - 1);
    }

    /** Largest sizes of all classes but the last. */
    long[] limits() {
        return paths.limits();
    }

    /** The sites of the best way of each class, with both ends. */
    List<List<Integer>> paths() {
        return paths.choices();
    }

    /** The same of one class. */
    List<Integer> path(int sizeClass) {
        return paths.choices().get(atMost(sizeClass));
    }

    /** All ways for a class, the best first. */
    List<List<Integer>> ways(int sizeClass) {
        return ways.get(atMost(sizeClass));
    }

    /** What relays read at a time for a class. */
    int chunkBytes(int sizeClass) {
        return chunkBytes[atMost(sizeClass)];
    }
}
