package musubi.grid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

/** The estimate of a link with 10 ms one way and 100 MB/s, by series of samples. */
class LinkEstimateTest {
    private static final double LATENCY_S = 10e-3;
    private static final double RATE = 1e8;
    private static final double EXACT = 1e-12;

    private final LinkEstimate estimate =
            new LinkEstimate(new SiteLink(LATENCY_S, RATE), new SiteLink(LATENCY_S, RATE));

    /** How many of some equal samples change the estimate. */
    private int changes(int samples, double factor, boolean isBound) {
        int changes = 0;
        for (int i = 0; i < samples; i++) {
            changes += estimate.addRoundTrip(factor * 2 * LATENCY_S, isBound) ? 1 : 0;
            changes += estimate.addRate(RATE / factor, isBound) ? 1 : 0;
        }
        return changes;
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void shouldNotChangeWhenSamplesAreNoisy(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            double noise = 0.85 + 0.35 * random.nextDouble();
            assertFalse(estimate.addRoundTrip(noise * 2 * LATENCY_S, false), "seed=" + seed);
            assertFalse(
                    estimate.addRate((0.6 + random.nextDouble()) * RATE, false), "seed=" + seed);
        }
        assertEquals(new SiteLink(LATENCY_S, RATE), estimate.there());
    }

    @ParameterizedTest
    @CsvSource({"1.3, 1.3", "3, 3", "0.75, 0.75", "0.2, 0.2"})
    void shouldChangeOnceWhenTheRoundTripHasAStep(double factor, double expected) {
        for (int i = 1; i < LinkEstimate.IN_A_ROW; i++) {
            assertFalse(estimate.addRoundTrip(factor * 2 * LATENCY_S, false));
        }
        assertTrue(estimate.addRoundTrip(factor * 2 * LATENCY_S, false));
        assertEquals(expected * LATENCY_S, estimate.there().latencyS(), EXACT);
        assertEquals(expected * LATENCY_S, estimate.back().latencyS(), EXACT);
        for (int i = 0; i < 100; i++) {
            assertFalse(estimate.addRoundTrip(factor * 2 * LATENCY_S, false));
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.45, 2.2, 50})
    void shouldChangeOnceWhenTheRateHasAStep(double factor) {
        int changes = 0;
        for (int i = 0; i < 100; i++) {
            changes += estimate.addRate(factor * RATE, false) ? 1 : 0;
        }
        assertEquals(1, changes);
        assertEquals(factor * RATE, estimate.there().bytesPerS(), EXACT * RATE);
        assertEquals(RATE, estimate.back().bytesPerS(), "of the other direction");
    }

    @Test
    void shouldNotChangeWhenTheLinkFlaps() {
        for (int i = 0; i < 300; i++) {
            double factor = i % LinkEstimate.IN_A_ROW == 0 ? 1 : 4;
            assertEquals(0, changes(1, factor, false));
        }
    }

    @Test
    void shouldNotChangeWhenTheLinkFlapsOnBothSides() {
        for (int i = 0; i < 300; i++) {
            assertEquals(0, changes(1, i % 2 == 0 ? 4 : 0.25, false));
        }
    }

    @Test
    void shouldTakeTheNearestSampleWhenARowHasOutliers() {
        double[] factors = {3, 40, 2.5, 7, 90};
        for (double factor : factors) {
            estimate.addRoundTrip(factor * 2 * LATENCY_S, false);
            estimate.addRate(RATE / factor, false);
        }
        assertEquals(2.5 * LATENCY_S, estimate.there().latencyS(), EXACT);
        assertEquals(RATE / 2.5, estimate.there().bytesPerS(), EXACT * RATE);
    }

    @Test
    void shouldIgnoreBoundsWhenTheyAllowTheValue() {
        assertEquals(0, changes(100, 9, true), "longer round trips and lower rates");
        assertEquals(new SiteLink(LATENCY_S, RATE), estimate.there());
    }

    @Test
    void shouldTakeBoundsWhenTheyContradictTheValue() {
        assertEquals(2, changes(100, 0.2, true), "shorter round trips and higher rates");
        assertEquals(0.2 * LATENCY_S, estimate.there().latencyS(), EXACT);
        assertEquals(5 * RATE, estimate.there().bytesPerS(), EXACT * RATE);
    }

    @Test
    void shouldKeepTheRowWhenABoundComesBetween() {
        changes(LinkEstimate.IN_A_ROW - 1, 4, false);
        assertEquals(0, changes(50, 1, true));
        assertEquals(2, changes(1, 4, false));
    }

    @Test
    void shouldIgnoreDifferencesOfSoftwareWhenTheLinkIsShort() {
        SiteLink near = new SiteLink(30e-6, RATE);
        LinkEstimate local = new LinkEstimate(near, near);
        for (int i = 0; i < 50; i++) {
            assertFalse(local.addRoundTrip(150e-6, false));
            assertFalse(local.addRoundTrip(1e-6, false));
        }
        assertEquals(near, local.there());
    }

    @Test
    void shouldKeepTheShareOfEachDirectionWhenTheyDiffer() {
        LinkEstimate skewed =
                new LinkEstimate(new SiteLink(1e-3, RATE), new SiteLink(3e-3, RATE / 4));
        for (int i = 0; i < LinkEstimate.IN_A_ROW; i++) {
            skewed.addRoundTrip(8e-3, false);
        }
        assertEquals(2e-3, skewed.there().latencyS(), EXACT);
        assertEquals(6e-3, skewed.back().latencyS(), EXACT);
        assertEquals(RATE / 4, skewed.back().bytesPerS());
    }

    @Test
    void shouldDivideTheRoundTripWhenNoLatencyWasGiven() {
        SiteLink none = new SiteLink(0, RATE);
        LinkEstimate unknown = new LinkEstimate(none, none);
        for (int i = 0; i < LinkEstimate.IN_A_ROW; i++) {
            unknown.addRoundTrip(8e-3, false);
        }
        assertEquals(4e-3, unknown.there().latencyS(), EXACT);
        assertEquals(4e-3, unknown.back().latencyS(), EXACT);
    }
}
