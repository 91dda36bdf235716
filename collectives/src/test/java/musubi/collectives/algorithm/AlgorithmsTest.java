package musubi.collectives.algorithm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

/** Executes every algorithm symbolically and compares the results with the standard. */
class AlgorithmsTest {
    private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17};
    private static final int[] COUNTS = {0, 1, 3, 7};

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "NEIGHBOR_.*")
    void shouldMatchTheStandardWhenExecutedSymbolically(CollectiveKind kind) {
        for (Algorithm algorithm : Catalogue.of(kind)) {
            int run = 0;
            for (int size : SIZES) {
                for (int count : COUNTS) {
                    run += runVariants(algorithm, kind, size, count);
                }
            }
            assertTrue(run > 40, algorithm.name() + " refuses nearly all, runs=" + run);
        }
    }

    private int runVariants(Algorithm algorithm, CollectiveKind kind, int size, int count) {
        int run = 0;
        for (int variant = 0; variant < 12; variant++) {
            SymbolicCase job = new SymbolicCase(kind, size, count, variant, random);
            String what = algorithm.name() + " " + job + " seed=" + seed;
            try {
                run += SymbolicCheck.run(algorithm, job, shape -> {}, random) ? 1 : 0;
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(what + ": " + e.getMessage(), e);
            }
        }
        return run;
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "NEIGHBOR_.*")
    void shouldBePureFunctions(CollectiveKind kind) {
        for (Algorithm algorithm : Catalogue.of(kind)) {
            for (int variant = 0; variant < 4; variant++) {
                Shape shape = new SymbolicCase(kind, 8, 3, variant, random).shape(4);
                if (algorithm.refusal(shape) != null) {
                    continue;
                }
                Shape copy = shape.copy();
                assertEquals(shape, copy);
                assertEquals(shape.hashCode(), copy.hashCode());
                String first = withoutArrays(algorithm.schedule(shape).toString());
                assertEquals(first, withoutArrays(algorithm.schedule(copy).toString()));
                assertEquals(shape, copy);
            }
        }
    }

    private static String withoutArrays(String text) {
        return text.replaceAll("\\[I@[0-9a-f]+", "");
    }
}
