package musubi.simulator.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.coll.CollectiveKind;
import musubi.collectives.model.CostTable;
import musubi.collectives.model.HockneyLink;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

class CostFitTest {
    private static final double L = 2e-6;
    private static final double B = 3e9;

    private static Sample sample(String choice, long bytes, double starts, double seconds) {
        return new Sample(
                CollectiveKind.BCAST, choice, true, 4, bytes, starts, 2.0 * bytes, seconds, 0);
    }

    private static Sample exact(long bytes) {
        return sample("binomial", bytes, 2, 2 * L + 2 * bytes / B);
    }

    @Test
    void shouldFindWhatSamplesWereMadeOf() {
        HockneyLink link = CostFit.fit(List.of(exact(8), exact(4096), exact(65_536)));
        assertEquals(L, link.latencyS(), 1e-3 * L);
        assertEquals(B, link.bytesPerS(), 1e-3 * B);
    }

    /** Alone, without the other samples' weights, the wrong one would triple L. */
    @Test
    void shouldNotFollowOneSampleThatIsFarOff() {
        List<Sample> samples = new ArrayList<>();
        for (long bytes = 8; bytes <= 1 << 20; bytes *= 2) {
            samples.add(exact(bytes));
        }
        Sample right = samples.get(3);
        samples.set(3, sample("binomial", right.bytes(), 2, 10 * right.seconds()));
        HockneyLink link = CostFit.fit(samples);
        assertEquals(L, link.latencyS(), 0.1 * L);
        assertEquals(B, link.bytesPerS(), 0.1 * B);
    }

    /** Times that decrease with size, as by noise: no time remains for bytes, or for messages. */
    @Test
    void shouldStayPositiveWhenTimesFallOrRiseTooSteeply() {
        HockneyLink falling =
                CostFit.fit(List.of(sample("x", 8, 2, 5e-6), sample("x", 64_000, 2, 4e-6)));
        HockneyLink steep =
                CostFit.fit(List.of(sample("x", 1000, 2, 1e-6), sample("x", 2000, 2, 9e-6)));
        for (HockneyLink link : List.of(falling, steep)) {
            assertTrue(link.latencyS() > 0 && link.bytesPerS() > 0, link::toString);
        }
        assertEquals(4.5e-6, 2 * falling.latencyS(), 1e-6);
    }

    @Test
    void shouldWriteBandsThatTheTableReads() {
        List<Sample> samples = new ArrayList<>();
        for (long bytes = 8; bytes <= 8 << 12; bytes *= 8) {
            samples.add(exact(bytes));
        }
        samples.add(new Sample(CollectiveKind.BARRIER, "tree", true, 4, 0, 4, 0, 8e-6, 0));
        samples.add(new Sample(CollectiveKind.BARRIER, "flags", false, 4, 0, 0, 0, 1e-6, 0));
        List<CostTable.Line> lines = CostFit.lines(samples);
        assertEquals(
                List.of(512L, 32_768L, 0L), lines.stream().map(CostTable.Line::bytes).toList());
        String text = String.join("\n", lines.stream().map(CostTable.Line::text).toList());
        CostTable table = CostTable.parse(text, "test");
        assertEquals(2e-6, table.of(CollectiveKind.BARRIER, "tree", 4, 0).latencyS(), 1e-9);
        HockneyLink link = table.of(CollectiveKind.BCAST, "binomial", 4, 1000);
        assertEquals(L, link.latencyS(), 0.01 * L);
        assertNull(table.of(CollectiveKind.BARRIER, "flags", 4, 0));
    }

    @Test
    void shouldReadTheSamplesThatItWritesAndNothingElse() {
        Sample sample = sample("chain:segment=8192", 65_536, 10, 3.25e-5);
        assertEquals(sample, Sample.parse(sample.text()));
        assertEquals("chain", sample.algorithm());
        assertNull(Sample.parse("musubi-sample"));
        assertNull(Sample.parse(""));
    }

    @Test
    void shouldCompareTheChoiceWithTheBestOfItsKindAndSize() {
        Sample chosen = new Sample(CollectiveKind.BCAST, "linear", false, 4, 64, 0, 0, 3e-6, 0.5);
        List<Sample> samples =
                List.of(
                        chosen,
                        sample("chain", 64, 2, 2e-6),
                        sample("binomial", 64, 2, 4e-6),
                        sample("binomial", 8, 2, 1e-6));
        List<String> lines = LossReport.lines(samples);
        assertEquals(
                "| bcast | 4 | 64 | linear | 3.00 | chain | 2.00 | 50 % | 50 %, 0 % | yes |",
                lines.getLast());
        assertEquals(3, lines.size());
    }

    @Test
    void shouldCountTheTimeByForceWhenTheChoiceCanBeForced() {
        Sample chosen = new Sample(CollectiveKind.BCAST, "chain", false, 4, 64, 0, 0, 3e-6, 0.1);
        List<Sample> samples = List.of(chosen, sample("chain", 64, 2, 2e-6));
        assertEquals(
                "| bcast | 4 | 64 | chain | 2.00 | chain | 2.00 | 0 % | 0 %, 0 % |  |",
                LossReport.lines(samples).getLast());
    }
}
