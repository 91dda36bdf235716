package musubi.insight.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.insight.trace.TrackMaker;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.List;

/** The numbers on top of the page. */
class JobSummaryTest {
    private static final long MS = 1_000_000;

    @Test
    void shouldDivideTheRunTimeIntoComputationAndMpi() throws Exception {
        // 100 ms: rank 0 computes 20 ms, rank 1 80 ms; calls of two threads overlap.
        TrackMaker first =
                new TrackMaker(0, 2, 0)
                        .call("recv", 0, 60 * MS)
                        .call("recv", 40 * MS, 70 * MS)
                        .call("barrier", 90 * MS, 100 * MS);
        TrackMaker second =
                new TrackMaker(1, 2, 0).call("send", 0, 10 * MS).call("barrier", 90 * MS, 100 * MS);
        JobSummary summary =
                JobSummary.of(JobTrace.of(List.of(first.track(), second.track()), Path.of("")));
        assertEquals(100 * MS, summary.runNs());
        assertEquals(20 * MS, summary.ranks().get(0).computeNs());
        assertEquals(80 * MS, summary.ranks().get(1).computeNs());
        assertEquals(0.5, summary.mpiShare(), 1e-9);
        assertEquals(0.5, summary.parallelEfficiency(), 1e-9);
        assertEquals(50 / 80.0, summary.loadBalance(), 1e-9);
        assertEquals(0.8, summary.communicationEfficiency(), 1e-9);
        assertEquals(0.6, summary.imbalance(), 1e-9);
        assertEquals(0, summary.waitShare(), 1e-9);
    }

    @Test
    void shouldCountWaitsOfTheRankThatWaitedAndOfTheOneItWaitedFor() throws Exception {
        TrackMaker first = new TrackMaker(0, 2, 0).finalizing(0, 100 * MS);
        TrackMaker second = new TrackMaker(1, 2, 0).finalizing(60 * MS, 100 * MS);
        JobSummary summary =
                JobSummary.of(JobTrace.of(List.of(first.track(), second.track()), Path.of("")));
        assertEquals(0.3, summary.waitShare(), 1e-9);
        assertEquals(60 * MS, summary.ranks().get(0).waitedNs());
        assertEquals(1, summary.culprits().size());
        JobSummary.RankLine late = summary.culprits().getFirst();
        assertEquals(1, late.rank());
        assertEquals(60 * MS, late.awaitedNs());
        assertEquals(60 * MS, late.originNs());
    }
}
