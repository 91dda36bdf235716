package musubi.bootstrap.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Stall;
import musubi.bootstrap.pmi.PmiLine;
import musubi.bootstrap.pmi.StallLine;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

class DeadlockDetectorTest {
    private static Stall stall(int number, long sent, long received, int... waitsFor) {
        List<Integer> ranks = Arrays.stream(waitsFor).boxed().toList();
        Stall.Wait wait =
                new Stall.Wait(
                        "Comm.recv",
                        "Main.main(Main.java:7)",
                        "recv tag=0",
                        ranks,
                        false,
                        Stall.Release.CALL);
        return new Stall(number, sent, received, List.of(wait), List.of(), null);
    }

    @Test
    void shouldSendAProbeWhenAllRanksAreStalled() {
        DeadlockDetector detector = new DeadlockDetector(2);
        assertEquals(0, detector.stalled(0, stall(1, 0, 0, 1)));
        assertEquals(1, detector.stalled(1, stall(1, 0, 0, 0)));
        assertFalse(detector.confirmed(0, 1, 1));
        assertNull(detector.report());
        assertTrue(detector.confirmed(1, 1, 1));
        assertTrue(
                detector.report().contains("they wait in a cycle: 0 -> 1 -> 0"), detector.report());
    }

    @Test
    void shouldReportWhereSomeWaitWhenOthersDoNot() {
        DeadlockDetector detector = new DeadlockDetector(3);
        assertNull(detector.describeWaits());
        detector.stalled(1, stall(1, 0, 0, 0));
        detector.stalled(2, stall(1, 0, 0, 0));
        assertEquals(
                """
                these ranks were waiting in MPI calls:
                  ranks 1-2 in Comm.recv at Main.main(Main.java:7)
                      waits for rank 0: recv tag=0
                  rank 0 was not, or not for long: look for the program's lines in the dump of\
                 thread main\
                """,
                detector.describeWaits());
        detector.resumed(1);
        detector.resumed(2);
        assertNull(detector.describeWaits());
    }

    @Test
    void shouldNotProbeWhenAMessageIsInFlight() {
        DeadlockDetector detector = new DeadlockDetector(2);
        detector.stalled(0, stall(1, 1, 0, 1));
        assertEquals(0, detector.stalled(1, stall(1, 0, 0, 0)));
    }

    @Test
    void shouldForgetAnswersWhenARankMoves() {
        DeadlockDetector detector = new DeadlockDetector(2);
        detector.stalled(0, stall(1, 0, 0, 1));
        int first = detector.stalled(1, stall(1, 0, 0, 0));
        detector.confirmed(0, 1, first);
        detector.resumed(1);
        assertFalse(detector.confirmed(1, 1, first));
        int second = detector.stalled(1, stall(2, 0, 0, 0));
        assertFalse(detector.confirmed(1, 2, first), "an answer to an old question");
        assertFalse(detector.confirmed(1, 1, second), "an answer from an old stall");
        assertFalse(detector.confirmed(1, 2, second), "rank 0 has not answered this one");
        assertTrue(detector.confirmed(0, 1, second));
    }

    @Test
    void shouldGroupRanksWhenTheirWaitsAreEqual() {
        DeadlockDetector detector = new DeadlockDetector(4);
        for (int rank = 0; rank < 3; rank++) {
            detector.stalled(rank, stall(1, 0, 0, 3));
        }
        Stall.Wait last =
                new Stall.Wait(
                        "MPI.Finalize",
                        "Main.main(Main.java:9)",
                        "",
                        List.of(0),
                        false,
                        Stall.Release.CALL);
        int question =
                detector.stalled(3, new Stall(1, 0, 0, List.of(last), List.of("a note"), null));
        for (int rank = 0; rank < 4; rank++) {
            detector.confirmed(rank, 1, question);
        }
        String text = detector.report();
        assertTrue(text.contains("\n  ranks 0-2 in Comm.recv at Main.main(Main.java:7)"), text);
        assertTrue(text.contains("\n      a note"), text);
        assertTrue(text.contains("rank 3 has reached MPI.Finalize"), text);
    }

    @Test
    void shouldDetectADeadlockWhenARankHasLeft() {
        DeadlockDetector detector = new DeadlockDetector(3);
        detector.stalled(0, stall(1, 5, 0, 1));
        assertEquals(0, detector.rankLeft(1), "rank 2 may go on");
        int question = detector.stalled(2, stall(1, 0, 0, 1));
        assertTrue(question > 0);
        assertFalse(detector.confirmed(0, 1, question));
        assertTrue(detector.confirmed(2, 1, question));
        String text = detector.report();
        assertTrue(text.contains("all ranks that still run wait"), text);
        assertTrue(text.contains("\n  rank 1 ended without MPI.Finalize"), text);
    }

    @Test
    void shouldProbeWhenTheOnlyRankThatMovedHasLeft() {
        DeadlockDetector detector = new DeadlockDetector(2);
        detector.stalled(0, stall(1, 0, 0, 1));
        int question = detector.rankLeft(1);
        assertTrue(question > 0);
        assertTrue(detector.confirmed(0, 1, question));
    }

    @Test
    void shouldNotProbeWhenAllHaveLeft() {
        DeadlockDetector detector = new DeadlockDetector(2);
        assertEquals(0, detector.rankLeft(0));
        assertEquals(0, detector.rankLeft(0));
        assertEquals(0, detector.rankLeft(1));
    }

    private static Stall ofSome(
            int number, Stall.Release release, List<Integer> collectivePeers, int... waitsFor) {
        List<Integer> ranks = Arrays.stream(waitsFor).boxed().toList();
        Stall.Wait wait =
                new Stall.Wait(
                        "Comm.recv", "Main.main(Main.java:7)", "recv", ranks, false, release);
        return new Stall(
                number,
                9,
                3,
                List.of(wait),
                List.of(),
                new Stall.Traffic(collectivePeers, List.of()));
    }

    private static Stall ofSome(int number, int... waitsFor) {
        return ofSome(number, Stall.Release.CALL, List.of(), waitsFor);
    }

    @Test
    void shouldReportSomeRanksThatOnlyWaitForEachOther() {
        DeadlockDetector detector = new DeadlockDetector(4);
        assertEquals(0, detector.stalled(3, ofSome(1, 0)), "rank 0 may send");
        assertEquals(0, detector.stalled(1, ofSome(1, 0, 2)), "rank 0 may send");
        int question = detector.stalled(0, ofSome(1, 1));
        assertTrue(question > 0);
        int probes = 0;
        boolean decided = false;
        while (!decided) {
            assertFalse(detector.confirmed(0, 1, question));
            assertFalse(detector.confirmed(1, 1, question));
            decided = detector.confirmed(3, 1, question);
            probes++;
            question = detector.latestProbe();
        }
        assertEquals(4, probes);
        String text = detector.report();
        assertTrue(text.startsWith("deadlock: ranks 0-1, 3 wait in MPI calls"), text);
        assertTrue(text.contains("(ranks=3 of 4, messages in flight among them=0)"), text);
        assertTrue(text.contains("they wait in a cycle: 0 -> 1 -> 0"), text);
    }

    @Test
    void shouldGoOnWithAProbeWhenAnotherRankStallsAndResumes() {
        DeadlockDetector detector = new DeadlockDetector(4);
        detector.stalled(0, ofSome(1, 1));
        int question = detector.stalled(1, ofSome(1, 0));
        assertTrue(question > 0);
        assertEquals(0, detector.stalled(2, ofSome(1, 3)));
        assertEquals(0, detector.resumed(2));
        assertEquals(question + 1, detector.stalled(3, ofSome(1, 0)), "one more is deadlocked");
        assertFalse(detector.confirmed(0, 1, question), "an answer to an old question");
        assertEquals(question + 2, detector.resumed(3), "the others still are");
        assertEquals(0, detector.resumed(0));
        assertNull(detector.report());
    }

    /** Rank 0 waits in a collective operation, which rank 2 may advance on rank 1. */
    @Test
    void shouldCountOnCollectiveOperationsThatAWaitingRankHasStarted() {
        DeadlockDetector detector = new DeadlockDetector(3);
        Stall collective = ofSome(1, Stall.Release.COLLECTIVE, List.of(1), 1);
        detector.stalled(0, collective);
        assertEquals(0, detector.stalled(1, ofSome(1, Stall.Release.CALL, List.of(2), 0)));
        assertTrue(detector.stalled(1, ofSome(2, 0)) > 0, "rank 1 has not started it");
        assertEquals(0, detector.stalled(0, ofSome(2, Stall.Release.UNKNOWN, List.of(), 1)));
    }

    @Test
    void shouldNotProbeSomeRanksWhenAMessageIsInFlightAmongThem() {
        DeadlockDetector detector = new DeadlockDetector(3);
        Stall sender = ofSome(1, 1);
        Stall.Traffic toRank1 =
                new Stall.Traffic(List.of(), List.of(new Stall.PeerCounts(1, 1, 0)));
        Stall.Traffic fromRank0 =
                new Stall.Traffic(List.of(), List.of(new Stall.PeerCounts(0, 0, 1)));
        detector.stalled(0, new Stall(1, 1, 0, sender.waits(), List.of(), toRank1));
        assertEquals(0, detector.stalled(1, ofSome(1, 0)));
        Stall received = new Stall(2, 0, 1, ofSome(2, 0).waits(), List.of(), fromRank0);
        assertTrue(detector.stalled(1, received) > 0);
    }

    private static Stall polling(int number, Stall.Release release) {
        Stall.Wait wait =
                new Stall.Wait(
                        "Request.test",
                        "Main.main(Main.java:9)",
                        "recv",
                        List.of(0),
                        true,
                        release);
        return new Stall(number, 9, 9, List.of(wait), List.of(), null);
    }

    @Test
    void shouldNoteOnceWhenAllWaitOrPollAndMayStop() {
        DeadlockDetector detector = new DeadlockDetector(2);
        detector.stalled(0, stall(1, 0, 0, 1));
        int question = detector.stalled(1, polling(1, Stall.Release.POLLING));
        assertFalse(detector.confirmed(0, 1, question));
        assertNull(detector.takeNote());
        assertFalse(detector.confirmed(1, 1, question));
        assertNull(detector.report());
        assertEquals(
                """
                note: all ranks wait or poll in MPI calls without success (ranks=2); the job goes\
                 on, in case that the program ends its polls by the time; with\
                 -Dmusubi.deadlock.polls.end=true it ends with a report
                  rank 0 in Comm.recv at Main.main(Main.java:7)
                      waits for rank 1: recv tag=0
                  rank 1 in Request.test at Main.main(Main.java:9)
                      waits for rank 0: recv
                  they wait in a cycle: 0 -> 1 -> 0\
                """,
                detector.takeNote());
        assertNull(detector.takeNote());
        assertEquals(0, detector.resumed(1));
        assertEquals(0, detector.stalled(1, polling(2, Stall.Release.POLLING)));
        question = detector.stalled(1, stall(3, 0, 0, 0));
        assertFalse(detector.confirmed(0, 1, question));
        assertTrue(detector.confirmed(1, 3, question), "now it is certain");
    }

    @Test
    void shouldReportADeadlockOfSomeWhenTheOthersPollAndMayStop() {
        DeadlockDetector detector = new DeadlockDetector(3);
        detector.stalled(2, polling(1, Stall.Release.POLLING));
        detector.stalled(0, ofSome(1, 1));
        detector.stalled(1, balanced(1, 0));
        boolean decided = false;
        while (!decided) {
            int question = detector.latestProbe();
            assertTrue(question > 0);
            assertEquals("{0, 1}", detector.suspects().toString());
            assertFalse(detector.confirmed(0, 1, question));
            decided = detector.confirmed(1, 1, question);
        }
        assertNull(detector.takeNote());
        assertTrue(detector.report().startsWith("deadlock: ranks 0-1 wait"), detector.report());
    }

    /** As {@link #ofSome}; all ranks together have received what they have sent. */
    private static Stall balanced(int number, int waitsFor) {
        Stall one = ofSome(number, waitsFor);
        return new Stall(number, 3, 9, one.waits(), one.notes(), one.traffic());
    }

    @Test
    void shouldDecodeAStallWhenItIsEncodedForPmi() {
        Stall.Wait wait =
                new Stall.Wait(
                        "Comm.recv",
                        "a b\u00e9%",
                        "x=1",
                        List.of(3, 4, 6),
                        true,
                        Stall.Release.CALL);
        Stall stall = new Stall(7, 1L << 40, 3, List.of(wait), List.of("n 1", "n 2"), null);
        PmiLine line = PmiLine.parse(StallLine.of(stall).toString());
        assertEquals(StallLine.STALLED, line.command());
        assertEquals(stall, StallLine.parse(line));
        Stall.Traffic traffic =
                new Stall.Traffic(List.of(0, 1, 2), List.of(new Stall.PeerCounts(3, 1L << 33, 5)));
        Stall counted = new Stall(8, 1, 2, List.of(wait), List.of(), traffic);
        assertEquals(counted, StallLine.parse(PmiLine.parse(StallLine.of(counted).toString())));
        Stall.Traffic none = new Stall.Traffic(List.of(), List.of());
        Stall idle = new Stall(9, 0, 0, List.of(wait), List.of(), none);
        assertEquals(idle, StallLine.parse(PmiLine.parse(StallLine.of(idle).toString())));
        assertNull(StallLine.parse(PmiLine.command(StallLine.STALLED)));
    }

    /**
     * Ranks send to each other, wait, report, resume and answer late; some runs end in a deadlock.
     */
    @Test
    void shouldDecideOnlyWhenNothingCanMove() {
        long seed = System.nanoTime();
        System.out.println("seed=" + seed);
        Random random = new Random(seed);
        int ofAll = 0;
        int ofSome = 0;
        for (int run = 0; run < 3_000; run++) {
            StallModel model = new StallModel(random, 2 + random.nextInt(4));
            if (model.run("seed=" + seed)) {
                ofAll += model.isOfSome() ? 0 : 1;
                ofSome += model.isOfSome() ? 1 : 0;
            }
        }
        assertTrue(
                ofAll > 100 && ofSome > 20, "all=" + ofAll + " some=" + ofSome + " seed=" + seed);
    }
}
