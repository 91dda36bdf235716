package imb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import imb.operation.Options;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;

/** The output of the programs. */
class BenchmarkResultTest {
    private static BenchmarkResult of(double messages) {
        double[] ranks = {1e-6, 2e-6, 4e-6};
        double[] batches = {3e-6, 2e-6, 9e-6};
        return new BenchmarkResult("Exchange", 2, 1000, 33, ranks, batches, messages, 24);
    }

    @Test
    void shouldPrintTheLineThatCompareReads() {
        assertEquals(
                "R,Exchange,2,1000,33,1.0000,2.0000,4.0000,3.0000,2.0000,9.0000,1333.33,1333333,"
                        + "24.0",
                of(4).line());
    }

    @Test
    void shouldTakeMegabytesOfAMillionBytesFromTheSlowestRankInTables() {
        assertTrue(of(4).row().endsWith("     1000.00      1000000"), of(4).row());
        assertEquals(BenchmarkResult.heading(true).length(), of(4).row().length());
    }

    @Test
    void shouldLeaveRatesOutWhereImbHasNone() {
        assertEquals(BenchmarkResult.heading(false).length(), of(0).row().length());
    }

    @Test
    void shouldReadNamesOptionsAndFlags() {
        String[] words = {"PingPong", "-iter", "5", "--check", "Bcast"};
        Options options = new Options(words, Set.of("iter"), Set.of("check"));
        assertEquals(List.of("PingPong", "Bcast"), options.names());
        assertEquals(5, options.number("iter", 0));
        assertTrue(options.has("check"));
    }

    @Test
    void shouldRejectUnknownOptionsAndMissingValues() {
        Set<String> valued = Set.of("iter");
        assertThrows(
                IllegalArgumentException.class,
                () -> new Options(new String[] {"-itr", "5"}, valued, Set.of()));
        assertThrows(
                IllegalArgumentException.class,
                () -> new Options(new String[] {"-iter"}, valued, Set.of()));
    }
}
