package bench.contexts;

import musubi.connect.ContextCache;
import musubi.connect.EvictionPolicy;
import musubi.connect.PredictedReuse;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Prints the table of docs/memory.md: contexts opened, by access pattern and policy. */
public final class MissTable {
    static final long SEED = 2016;

    /** Numbers of contexts. */
    static final int[] LIMITS = {2, 4, 8, 16};

    private MissTable() {}

    /** Runs with an optional seed. */
    public static void main(String[] args) {
        long seed = args.length > 0 ? Long.parseLong(args[0]) : SEED;
        lines(seed).forEach(System.out::println);
    }

    /** The lines of the table. */
    static List<String> lines(long seed) {
        List<String> lines = new ArrayList<>();
        lines.add("| pattern | peers | uses | 2 contexts | 4 | 8 | 16 |");
        lines.add("|---|---|---|---|---|---|---|");
        new Traces(seed).all().forEach((name, trace) -> lines.add(row(name, numbered(trace))));
        return lines;
    }

    private static String row(String name, int[] trace) {
        int peers = peers(trace);
        StringBuilder row = new StringBuilder();
        row.append("| ").append(name).append(" | ").append(peers);
        row.append(" | ").append(trace.length);
        for (int limit : LIMITS) {
            row.append(" | ").append(limit < peers ? cell(Misses.of(trace, limit)) : "");
        }
        return row.append(" |").toString();
    }

    private static String cell(Misses misses) {
        return String.format(
                Locale.ROOT,
                "%d: %.2f, %.2f",
                misses.belady,
                misses.predicted / (double) misses.belady,
                misses.leastRecentlyUsed / (double) misses.belady);
    }

    static int peers(int[] trace) {
        return Arrays.stream(trace).max().orElse(0) + 1;
    }

    /** The trace with peers numbered in the order of their first use, as in the cache. */
    static int[] numbered(int[] trace) {
        Map<Integer, Integer> numbers = new HashMap<>();
        return Arrays.stream(trace)
                .map(peer -> numbers.computeIfAbsent(peer, _ -> numbers.size()))
                .toArray();
    }

    /** How often a context is opened, by policy; the first use of each peer counts. */
    record Misses(long predicted, long leastRecentlyUsed, long belady) {
        static Misses of(int[] trace, int limit) {
            Belady belady = new Belady(trace);
            return new Misses(
                    count(trace, limit, new PredictedReuse(), null),
                    count(trace, limit, new LeastRecentlyUsed(peers(trace)), null),
                    count(trace, limit, belady, belady));
        }

        private static long count(int[] trace, int limit, EvictionPolicy policy, Belady oracle) {
            ContextCache<Integer> cache = new ContextCache<>(limit, policy, new Nothing());
            for (int i = 0; i < trace.length; i++) {
                if (oracle != null) {
                    oracle.moveTo(i);
                }
                cache.get(trace[i]);
            }
            return cache.misses();
        }
    }

    /** Contexts without resources. */
    private static final class Nothing implements ContextCache.Lifecycle<Integer> {
        @Override
        public Integer make(int worldRank) {
            return worldRank;
        }

        @Override
        public void open(Integer context) {
            // No resources.
        }

        @Override
        public void close(Integer context) {
            // No resources.
        }

        @Override
        public boolean isIdle(Integer context) {
            return true;
        }

        @Override
        public boolean isLimited(Integer context) {
            return true;
        }
    }
}
