package bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** The fit of LogGP, on times that follow the model. */
class LogGpTest {
    private static final double[] BYTES = {8, 64, 512, 4096, 32768, 262144, 1048576};
    private static final double SEND = 0.3e-6;
    private static final double RECEIVE = 0.5e-6;
    private static final double LATENCY = 1e-6;
    private static final double GAP = 0.4e-6;
    private static final double PER_BYTE = 0.1e-9;
    private static final double NOISE = 0.02;
    private static final double NEARLY = 1e-9;
    private static final double WITH_NOISE = 0.15;

    private static double[] times(DoubleUnaryOperator time, Random noise) {
        return Arrays.stream(BYTES)
                .map(time)
                .map(t -> noise == null ? t : t * (1 + NOISE * (2 * noise.nextDouble() - 1)))
                .toArray();
    }

    private static LogGp messages(Random noise) {
        return LogGp.of(
                new LogGp.Medians(
                        BYTES,
                        times(n -> SEND + LATENCY + (n - 1) * PER_BYTE + RECEIVE, noise),
                        times(n -> GAP + (n - 1) * PER_BYTE, noise),
                        times(_ -> SEND, noise),
                        times(_ -> RECEIVE, noise)));
    }

    private static LogGp accesses(Random noise) {
        return LogGp.of(
                new LogGp.Medians(
                        BYTES,
                        times(n -> SEND + 2 * LATENCY + (n - 1) * PER_BYTE, noise),
                        times(n -> GAP + (n - 1) * PER_BYTE, noise),
                        times(_ -> SEND, noise),
                        new double[0]));
    }

    private static void assertModel(LogGp fit, double overhead, double start, double tolerance) {
        double[] expected = {overhead, LATENCY, GAP, PER_BYTE, start / PER_BYTE};
        double[] found = {
            fit.overhead(), fit.latency(), fit.gap(), fit.gapPerByte(), fit.halfSize()
        };
        double[] ones = new double[expected.length];
        Arrays.fill(ones, 1);
        for (int i = 0; i < found.length; i++) {
            found[i] /= expected[i];
        }
        assertArrayEquals(ones, found, tolerance, fit::toString);
    }

    @Test
    void shouldFindTheParametersWhenTimesFollowTheModel() {
        double both = SEND + LATENCY + RECEIVE - PER_BYTE;
        assertModel(messages(null), (SEND + RECEIVE) / 2, both, NEARLY);
        assertModel(accesses(null), SEND, SEND + 2 * LATENCY - PER_BYTE, NEARLY);
        assertEquals(0, messages(null).streamResidual(), NEARLY);
        assertEquals(0, messages(null).singleResidual(), NEARLY);
    }

    @Test
    void shouldFindTheParametersNearlyWhenTimesAreNoisy() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random noise = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            LogGp fit = messages(noise);
            assertModel(fit, (SEND + RECEIVE) / 2, SEND + LATENCY + RECEIVE, WITH_NOISE);
            assertTrue(fit.streamResidual() < 2 * NOISE, fit::toString);
            assertModel(accesses(noise), SEND, SEND + 2 * LATENCY, WITH_NOISE);
        }
    }

    @Test
    void shouldReportALargeResidualWhenTimesHaveAStep() {
        double[] stepped = times(n -> n < 4096 ? 1e-6 : 5e-6, null);
        assertTrue(LineFit.through(BYTES, stepped).residual() > 10 * NOISE);
    }

    @Test
    void shouldWeighSmallAndLargeTimesEquallyWhenTheyDiffer() {
        double[] bytes = {1, 2, 1e6, 2e6};
        double[] times = {2, 3, 1.02e6, 2e6};
        assertEquals(1, LineFit.through(bytes, times).intercept(), 0.1);
    }

    @Test
    void shouldFailWhenThereIsOnePoint() {
        double[] one = {1};
        assertThrows(IllegalArgumentException.class, () -> LineFit.through(one, one));
    }
}
