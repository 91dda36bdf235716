package bench.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bench.contexts.MissTable.Misses;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

class MissTableTest {
    private static final Path PAGE =
            Path.of(System.getProperty("basedir", "")).resolve("../docs/memory.md").normalize();
    private static final boolean WRITES = "write".equals(System.getProperty("musubi.pages"));

    /** Within this of Belady's misses, where the order of uses repeats. */
    private static final double BOUND = 1.1;

    private static final Set<String> RANDOM = Set.of("random", "master and workers");

    /**
     * The first number of contexts for which it is not kept: the order of uses has to do with
     * chance, or the recording ends before it repeats.
     */
    private static final Map<String, Integer> BEYOND =
            Map.ofEntries(
                    Map.entry("master and workers", 16),
                    Map.entry("random", 4),
                    Map.entry("recorded: mg", 2),
                    Map.entry("recorded: lu", 2),
                    Map.entry("recorded: is", 8),
                    Map.entry("recorded: ft", 4),
                    Map.entry("recorded: bfs", 4),
                    Map.entry("recorded: samplesort", 4),
                    Map.entry("recorded: farm", 2),
                    Map.entry("recorded: SampleSorter", 4),
                    Map.entry("recorded: Mandel", 4),
                    Map.entry("recorded: FractalFarm", 2));

    private static Map<String, int[]> traces(long seed) {
        Map<String, int[]> traces = new Traces(seed).all();
        traces.replaceAll((_, trace) -> MissTable.numbered(trace));
        return traces;
    }

    @Test
    void shouldMissAtMostATenthMoreThanBeladyWhereUsesRepeat() {
        traces(MissTable.SEED)
                .forEach(
                        (name, trace) -> {
                            int peers = MissTable.peers(trace);
                            int end = Math.min(peers, BEYOND.getOrDefault(name, peers));
                            for (int limit : MissTable.LIMITS) {
                                if (limit < end) {
                                    Misses misses = Misses.of(trace, limit);
                                    assertTrue(
                                            misses.predicted() <= BOUND * misses.belady(),
                                            name + " contexts=" + limit + " " + misses);
                                }
                            }
                        });
    }

    @Test
    void shouldHardlyMissMoreThanLruWhateverTheTrace() {
        long seed = System.nanoTime();
        traces(seed)
                .forEach(
                        (name, trace) -> {
                            for (int limit = 1; limit < MissTable.peers(trace); limit += 7) {
                                Misses misses = Misses.of(trace, limit);
                                String what = name + " contexts=" + limit + " seed=" + seed;
                                double slack = RANDOM.contains(name) ? 0.08 : 0.005;
                                double most = misses.leastRecentlyUsed() + slack * trace.length;
                                assertTrue(misses.predicted() <= most + 10, what + misses);
                                assertTrue(misses.belady() <= misses.predicted(), what + misses);
                            }
                        });
    }

    @Test
    void shouldCountTheMissesOfTheOptimum() {
        // 0 and 1 are opened, 2 in place of 1, and 1 in place of 0.
        assertEquals(4, Misses.of(new int[] {0, 1, 0, 2, 0, 1, 2, 1}, 2).belady());
    }

    @Test
    void shouldHaveItsTableInTheDocuments() throws IOException {
        String table = String.join("\n", MissTable.lines(MissTable.SEED)) + "\n";
        String page = Files.readString(PAGE);
        int start = page.indexOf(table.substring(0, table.indexOf('\n')));
        assertTrue(start >= 0, PAGE + " has no table with this head");
        int end = page.indexOf("\n\n", start) + 1;
        if (WRITES) {
            Files.writeString(PAGE, page.substring(0, start) + table + page.substring(end));
        } else {
            assertEquals(
                    table,
                    page.substring(start, end),
                    PAGE + " is old; write it with -Dtest=MissTableTest -Dmusubi.pages=write");
        }
    }
}
