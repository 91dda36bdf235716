package bench.contexts;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Set;

class MissTableTest {
    private static final Set<String> IRREGULAR = Set.of("random", "master and workers");

    @Test
    void shouldMissNoMoreThanLruWhenPatternsRepeatAndHardlyMoreOtherwise() {
        long seed = System.nanoTime();
        MissTable.traces(seed)
                .forEach(
                        (name, raw) -> {
                            int[] trace = MissTable.numbered(raw);
                            int peers = Arrays.stream(trace).max().orElseThrow() + 1;
                            for (int contexts = 1; contexts < peers; contexts += 7) {
                                String what = name + " contexts=" + contexts + " seed=" + seed;
                                double[] ratios = MissTable.ratios(trace, contexts);
                                double slack = IRREGULAR.contains(name) ? 0.04 : 0.005;
                                assertTrue(ratios[0] <= ratios[1] + slack, what);
                                assertTrue(ratios[3] <= ratios[0] + 1e-9, what);
                            }
                        });
    }
}
