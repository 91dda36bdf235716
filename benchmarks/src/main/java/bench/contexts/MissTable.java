package bench.contexts;

import musubi.connect.ContextCache;
import musubi.connect.EvictionPolicy;
import musubi.connect.PredictedReuse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Prints the table of docs/memory.md: the miss ratio of contexts by access pattern and policy. */
public final class MissTable {
    private static final long SEED = 2016;

    private MissTable() {}

    /** Runs with an optional seed. */
    public static void main(String[] args) {
        long seed = args.length > 0 ? Long.parseLong(args[0]) : SEED;
        System.out.println("| pattern | peers | contexts | predicted | LRU | CLOCK | Belady |");
        System.out.println("|---|---|---|---|---|---|---|");
        traces(seed).forEach((name, trace) -> printRows(name, numbered(trace)));
    }

    static Map<String, int[]> traces(long seed) {
        Traces traces = new Traces(seed);
        Map<String, int[]> all = new LinkedHashMap<>();
        all.put("halo, 26 neighbours", traces.halo());
        all.put("all-to-all, NAS FT", traces.allToAll());
        all.put("NAS CG", traces.conjugateGradient());
        all.put("NAS MG", traces.multiGrid());
        all.put("NAS LU", traces.wavefront());
        all.put("master and workers", traces.masterWorker());
        all.put("random", traces.random());
        return all;
    }

    private static void printRows(String name, int[] trace) {
        int peers = Arrays.stream(trace).max().orElse(0) + 1;
        for (int quarters = 1; quarters < 4; quarters++) {
            int contexts = Math.max(1, peers * quarters / 4);
            double[] ratios = ratios(trace, contexts);
            StringBuilder row = new StringBuilder();
            row.append("| ").append(name).append(" | ").append(peers).append(" | ");
            row.append(contexts);
            for (double ratio : ratios) {
                row.append(String.format(Locale.ROOT, " | %.3f", ratio));
            }
            System.out.println(row.append(" |"));
        }
    }

    /** The miss ratios: predicted, LRU, CLOCK, Belady. */
    static double[] ratios(int[] trace, int contexts) {
        int peers = Arrays.stream(trace).max().orElse(0) + 1;
        Belady belady = new Belady(trace);
        return new double[] {
            ratio(trace, contexts, new PredictedReuse(), null),
            ratio(trace, contexts, new LeastRecentlyUsed(peers), null),
            ratio(trace, contexts, new Clock(peers), null),
            ratio(trace, contexts, belady, belady)
        };
    }

    private static double ratio(int[] trace, int contexts, EvictionPolicy policy, Belady oracle) {
        ContextCache<Integer> cache = new ContextCache<>(contexts, policy, new Nothing());
        int changes = 0;
        for (int i = 0; i < trace.length; i++) {
            if (oracle != null) {
                oracle.moveTo(i);
            }
            changes += i == 0 || trace[i] != trace[i - 1] ? 1 : 0;
            cache.get(trace[i]);
        }
        return cache.misses() / (double) changes;
    }

    /** The trace with peers numbered in the order of their first use, as in the cache. */
    static int[] numbered(int[] trace) {
        Map<Integer, Integer> numbers = new HashMap<>();
        return Arrays.stream(trace)
                .map(peer -> numbers.computeIfAbsent(peer, _ -> numbers.size()))
                .toArray();
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
