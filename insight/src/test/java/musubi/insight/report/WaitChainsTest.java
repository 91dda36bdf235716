package musubi.insight.report;

import static musubi.insight.trace.ReceivedMessage.Step.LANDED;
import static musubi.insight.trace.ReceivedMessage.Step.MATCHED;
import static musubi.insight.trace.ReceivedMessage.Step.MET;
import static musubi.insight.trace.ReceivedMessage.Step.STORED;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.insight.trace.MessageJoin;
import musubi.insight.trace.RankTrack;
import musubi.insight.trace.TrackMaker;

import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Waits that messages of the library, polls and chains of late ranks show; in microseconds. */
class WaitChainsTest {
    private static final long US = 1000;
    private static final int INTERNAL = 1;

    private static WaitStateFinder.Findings find(TrackMaker... makers) {
        List<RankTrack> tracks = Arrays.stream(makers).map(maker -> maker.track().sort()).toList();
        return WaitStateFinder.find(tracks, MessageJoin.join(tracks));
    }

    /** As kind, rank, beginning, duration, late rank, rank of origin. */
    private static List<String> waits(TrackMaker... makers) {
        return find(makers).waits().stream()
                .map(
                        wait ->
                                wait.kind()
                                        + " "
                                        + wait.rank()
                                        + " "
                                        + wait.beginNs() / US
                                        + " "
                                        + wait.durationNs() / US
                                        + " "
                                        + wait.cause()
                                        + " "
                                        + wait.origin())
                .toList();
    }

    private static TrackMaker rank(int rank) {
        return new TrackMaker(rank, 3, 0);
    }

    /**
     * Ranks in a ring that compute for a microsecond, one of them for 100, and exchange with both
     * neighbours, over and over.
     */
    private static TrackMaker[] ring(int ranks, int steps, int slow) {
        TrackMaker[] makers = new TrackMaker[ranks];
        Arrays.setAll(makers, rank -> new TrackMaker(rank, ranks, 0));
        long[] endNs = new long[ranks];
        for (int step = 0; step < steps; step++) {
            long[] beginNs = new long[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                beginNs[rank] = endNs[rank] + (rank == slow ? 100 * US : US);
            }
            for (int rank = 0; rank < ranks; rank++) {
                int left = (rank + ranks - 1) % ranks;
                int right = (rank + 1) % ranks;
                long lastNs = Math.max(beginNs[rank], Math.max(beginNs[left], beginNs[right]));
                endNs[rank] = lastNs + 100;
                makers[rank].sent(beginNs[rank] + 10, left, INTERNAL, 7, "eager");
                makers[rank].sent(beginNs[rank] + 10, right, INTERNAL, 7, "eager");
                makers[rank].received(endNs[rank] - 50, MATCHED, left, INTERNAL, 7);
                makers[rank].received(endNs[rank] - 50, MATCHED, right, INTERNAL, 7);
                makers[rank].collective("NEIGHBOR_ALLTOALL", step, 0, beginNs[rank], endNs[rank]);
            }
        }
        return makers;
    }

    @Test
    void shouldBlameTheSlowRankWhenEightRanksExchangeWithNeighbours() throws Exception {
        for (int slow : new int[] {0, 3, 6}) {
            List<RankTrack> tracks =
                    Arrays.stream(ring(8, 50, slow)).map(maker -> maker.track().sort()).toList();
            JobTrace trace = JobTrace.of(tracks, Path.of(""));
            JobSummary summary = JobSummary.of(trace);
            JobSummary.RankLine first = summary.culprits().getFirst();
            assertEquals(slow, first.rank());
            long allNs = summary.ranks().stream().mapToLong(JobSummary.RankLine::originNs).sum();
            assertTrue(first.originNs() > 0.9 * allNs, summary::toString);
            // Ranks that are no neighbours of the slow one wait for others, which waited for it.
            assertTrue(first.awaitedNs() < 0.5 * allNs, summary::toString);
            assertEquals(0, first.waitedNs(), summary::toString);
            assertTrue(trace.waits().stream().allMatch(w -> w.kind() == WaitState.Kind.NEIGHBOUR));
        }
    }

    @Test
    void shouldFollowMessagesThroughOtherRanksWhenAScanPassesThemOn() {
        TrackMaker first =
                rank(0).collective("SCAN", 0, 0, 50 * US, 52 * US)
                        .sent(51 * US, 1, INTERNAL, 0, "eager");
        TrackMaker second =
                rank(1).collective("SCAN", 0, 0, 10 * US, 55 * US)
                        .received(53 * US, MATCHED, 0, INTERNAL, 0)
                        .sent(54 * US, 2, INTERNAL, 0, "eager");
        TrackMaker third =
                rank(2).collective("SCAN", 0, 0, 20 * US, 57 * US)
                        .received(56 * US, MATCHED, 1, INTERNAL, 0);
        assertEquals(List.of("SCAN 1 10 40 0 0", "SCAN 2 20 30 0 0"), waits(first, second, third));
    }

    @Test
    void shouldCountWaitsForTheOtherGroupWhenThereAreTwo() {
        TrackMaker first =
                rank(0).collective("BARRIER", 0, -1, 10 * US, 45 * US, 2)
                        .sent(11 * US, 1, INTERNAL, 0, "eager")
                        .received(44 * US, MATCHED, 1, INTERNAL, 0);
        TrackMaker second =
                rank(1).collective("BARRIER", 0, -1, 40 * US, 42 * US, 2)
                        .sent(41 * US, 0, INTERNAL, 0, "eager")
                        .received(42 * US, MATCHED, 0, INTERNAL, 0);
        assertEquals(List.of("INTER 0 10 30 1 1"), waits(first, second));
    }

    @Test
    void shouldFindWaitsInCallsThatCreateCommunicators() {
        TrackMaker first =
                rank(0).call("dup", 10 * US, 45 * US)
                        .sent(11 * US, 1, INTERNAL, 0, "eager")
                        .received(44 * US, MATCHED, 1, INTERNAL, 0);
        TrackMaker second =
                rank(1).call("dup", 40 * US, 42 * US)
                        .sent(41 * US, 0, INTERNAL, 0, "eager")
                        .received(42 * US, MATCHED, 0, INTERNAL, 0);
        assertEquals(List.of("OTHER 0 10 30 1 1"), waits(first, second));
    }

    @Test
    void shouldFindWaitsForTheStartOfANonblockingOperation() {
        TrackMaker first =
                rank(0).call("iBarrier", 5 * US, 6 * US)
                        .sent(5500, 1, INTERNAL, 0, "eager")
                        .call("waitFor", 10 * US, 45 * US)
                        .received(44 * US, MATCHED, 1, INTERNAL, 0);
        TrackMaker second =
                rank(1).call("iBarrier", 40 * US, 42 * US)
                        .received(41 * US, STORED, 0, INTERNAL, 0)
                        .received(41 * US, MET, 0, INTERNAL, 0)
                        .sent(41 * US, 0, INTERNAL, 0, "eager");
        assertEquals(List.of("NONBLOCKING 0 10 30 1 1"), waits(first, second));
    }

    @Test
    void shouldCountWaitsForTheLastRankThatComesToFinalize() {
        TrackMaker[] makers =
                IntStream.range(0, 3)
                        .mapToObj(i -> rank(i).finalizing((10 + 20 * i) * US, 60 * US))
                        .toArray(TrackMaker[]::new);
        assertEquals(List.of("FINALIZE 0 10 40 2 2", "FINALIZE 1 30 20 2 2"), waits(makers));
        assertEquals(List.of(), waits(makers[0], makers[1]));
    }

    @Test
    void shouldFindALateSenderWhenAProbeWaitsForItsMessage() {
        TrackMaker sender = rank(0).call("send", 70 * US, 80 * US).sent(75 * US, 1, "eager");
        TrackMaker receiver =
                rank(1).call("probe", 10 * US, 86 * US)
                        .received(85 * US, STORED, 0)
                        .call("recv", 87 * US, 90 * US)
                        .received(88 * US, MET, 0);
        assertEquals(List.of("LATE_SENDER 1 10 60 0 0"), waits(sender, receiver));
    }

    @Test
    void shouldFindALateSenderWhenALoopOfPollsWaits() {
        TrackMaker sender = rank(0).call("send", 70 * US, 80 * US).sent(75 * US, 1, "eager");
        TrackMaker probing = rank(1);
        TrackMaker testing = rank(1);
        for (long us = 10; us <= 84; us += 2) {
            probing.call("iProbe", us * US, (us + 1) * US);
            testing.call("test", us * US, (us + 1) * US);
        }
        probing.received(84 * US, STORED, 0).call("recv", 87 * US, 90 * US);
        probing.received(88 * US, MET, 0);
        testing.received(84 * US, MATCHED, 0);
        assertEquals(List.of("LATE_SENDER 1 10 60 0 0"), waits(sender, probing));
        assertEquals(List.of("LATE_SENDER 1 10 60 0 0"), waits(sender, testing));
    }

    @Test
    void shouldCountNoTimeBetweenPollsWhenTheyAreFarApart() {
        long far = 2 * PollLoops.LONGEST_GAP_NS;
        TrackMaker sender =
                rank(0).call("send", far + 70 * US, far + 80 * US).sent(far + 75 * US, 1, "eager");
        TrackMaker receiver =
                rank(1).call("test", 10 * US, 11 * US)
                        .call("test", far + 60 * US, far + 90 * US)
                        .received(far + 85 * US, MATCHED, 0);
        long begin = far / US + 60;
        assertEquals(List.of("LATE_SENDER 1 " + begin + " 10 0 0"), waits(sender, receiver));
    }

    @Test
    void shouldFindALateReceiverWhenALoopOfTestsWaitsForIt() {
        TrackMaker sender = rank(0).call("isend", 10 * US, 12 * US).sent(11 * US, 1, "rendezvous");
        for (long us = 20; us <= 94; us += 2) {
            sender.call("test", us * US, (us + 1) * US);
        }
        TrackMaker receiver =
                rank(1).call("recv", 60 * US, 90 * US)
                        .received(60 * US, STORED, 0)
                        .received(61 * US, MET, 0)
                        .received(88 * US, LANDED, 0);
        assertEquals(List.of("LATE_RECEIVER 0 20 40 1 1"), waits(sender, receiver));
    }

    @Test
    void shouldNameTheRankWhereAChainOfLateRanksBegan() {
        TrackMaker first = rank(0).call("send", 50 * US, 52 * US).sent(51 * US, 1, "eager");
        TrackMaker second =
                rank(1).call("recv", 10 * US, 54 * US)
                        .received(53 * US, MATCHED, 0)
                        .call("send", 60 * US, 62 * US)
                        .sent(61 * US, 2, "eager");
        TrackMaker third = rank(2).call("recv", 20 * US, 65 * US).received(63 * US, MATCHED, 1);
        assertEquals(
                List.of("LATE_SENDER 1 10 40 0 0", "LATE_SENDER 2 20 40 1 0"),
                waits(first, second, third));
    }

    @Test
    void shouldNameTheLateRankWhenItComputedMostOfTheTime() {
        TrackMaker first = rank(0).call("send", 20 * US, 22 * US).sent(21 * US, 1, "eager");
        TrackMaker second =
                rank(1).call("recv", 10 * US, 24 * US)
                        .received(23 * US, MATCHED, 0)
                        .call("send", 60 * US, 62 * US)
                        .sent(61 * US, 2, "eager");
        TrackMaker third = rank(2).call("recv", 5 * US, 65 * US).received(63 * US, MATCHED, 1);
        assertEquals(
                List.of("LATE_SENDER 2 5 55 1 1", "LATE_SENDER 1 10 10 0 0"),
                waits(first, second, third));
    }

    @Test
    void shouldListCallsAboutWhichNothingIsKnown() {
        long ms = 1000 * US;
        TrackMaker first =
                rank(0).call("fence", 1 * ms, 3 * ms)
                        .call("fence", 4 * ms, 5 * ms)
                        .call("accept", 10 * ms, 10 * ms + 10)
                        .call("isend", 20 * ms, 22 * ms)
                        .call("send", 30 * ms, 33 * ms)
                        .sent(31 * ms, 1, "eager");
        TrackMaker second = rank(1).call("recv", 25 * ms, 34 * ms).received(33 * ms, MATCHED, 0);
        assertEquals(
                List.of(new UnanalysedCalls.Line("Comm.fence", 2, 3 * ms)),
                find(first, second).unanalysed());
    }
}
