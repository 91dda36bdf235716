package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.coll.CollectiveKind;
import musubi.collectives.algorithm.Catalogue;
import musubi.collectives.schedule.Algorithm;
import musubi.collectives.schedule.Shape;
import musubi.collectives.schedule.Torus;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

/** Executes every algorithm symbolically and compares with what the standard says. */
class AlgorithmsTest {
    private static final int[] SIZES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17};
    private static final int[] COUNTS = {0, 1, 3};

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "NEIGHBOR_.*")
    void shouldDoWhatTheStandardSays(CollectiveKind kind) {
        for (Algorithm algorithm : Catalogue.of(kind)) {
            for (int size : SIZES) {
                for (int count : COUNTS) {
                    runVariants(algorithm, kind, size, count);
                }
            }
        }
    }

    private void runVariants(Algorithm algorithm, CollectiveKind kind, int size, int count) {
        for (int variant = 0; variant < 12; variant++) {
            SymbolicCase job = new SymbolicCase(kind, size, count, variant, random);
            String what = algorithm.name() + " " + job + " seed=" + seed;
            try {
                SymbolicCheck.run(algorithm, job, shape -> {}, random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(what + ": " + e.getMessage(), e);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "NEIGHBOR_.*")
    void shouldBePureFunctions(CollectiveKind kind) {
        for (Algorithm algorithm : Catalogue.of(kind)) {
            for (int variant = 0; variant < 4; variant++) {
                Shape shape = new SymbolicCase(kind, 7, 3, variant, random).shape(4);
                shape.torus = Torus.of(7);
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
