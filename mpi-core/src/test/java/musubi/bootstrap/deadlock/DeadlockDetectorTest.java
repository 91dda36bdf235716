package musubi.bootstrap.deadlock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Stall;
import musubi.bootstrap.pmi.PmiLine;
import musubi.bootstrap.pmi.StallLine;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

class DeadlockDetectorTest {
    private static Stall stall(int number, long sent, long received, int... waitsFor) {
        List<Integer> ranks = java.util.Arrays.stream(waitsFor).boxed().toList();
        Stall.Wait wait =
                new Stall.Wait("Comm.recv", "Main.main(Main.java:7)", "recv tag=0", ranks, false);
        return new Stall(number, sent, received, List.of(wait), List.of());
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
                new Stall.Wait("MPI.Finalize", "Main.main(Main.java:9)", "", List.of(0), false);
        int question = detector.stalled(3, new Stall(1, 0, 0, List.of(last), List.of("a note")));
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

    @Test
    void shouldDecodeAStallWhenItIsEncodedForPmi() {
        Stall.Wait wait = new Stall.Wait("Comm.recv", "a b\u00e9%", "x=1", List.of(3, 5), true);
        Stall stall = new Stall(7, 1L << 40, 3, List.of(wait), List.of("n 1", "n 2"));
        PmiLine line = PmiLine.parse(StallLine.of(stall).toString());
        assertEquals(StallLine.STALLED, line.command());
        assertEquals(stall, StallLine.parse(line));
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
        int decided = 0;
        for (int run = 0; run < 2_000; run++) {
            decided += new StallModel(random, 2 + random.nextInt(3)).run("seed=" + seed) ? 1 : 0;
        }
        assertTrue(decided > 100, "deadlocks=" + decided + " seed=" + seed);
    }
}
