package musubi.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

class DeadlockJudgeTest {
    private static Stall stall(int number, long sent, long received, int... waitsFor) {
        List<Integer> ranks = java.util.Arrays.stream(waitsFor).boxed().toList();
        Stall.Wait wait =
                new Stall.Wait("Comm.recv", "Main.main(Main.java:7)", "recv tag=0", ranks, false);
        return new Stall(number, sent, received, List.of(wait), List.of());
    }

    @Test
    void shouldAskOnceAllAreStalled() {
        DeadlockJudge judge = new DeadlockJudge(2);
        assertEquals(0, judge.stalled(0, stall(1, 0, 0, 1)));
        assertEquals(1, judge.stalled(1, stall(1, 0, 0, 0)));
        assertFalse(judge.confirmed(0, 1, 1));
        assertNull(judge.verdict());
        assertTrue(judge.confirmed(1, 1, 1));
        assertTrue(judge.verdict().contains("they wait in a cycle: 0 -> 1 -> 0"), judge.verdict());
    }

    @Test
    void shouldTellWhereSomeWaitWhenOthersDoNot() {
        DeadlockJudge judge = new DeadlockJudge(3);
        assertNull(judge.waits());
        judge.stalled(1, stall(1, 0, 0, 0));
        judge.stalled(2, stall(1, 0, 0, 0));
        assertEquals(
                """
                these ranks were waiting in MPI calls:
                  ranks 1-2 in Comm.recv at Main.main(Main.java:7)
                      waits for rank 0: recv tag=0
                  rank 0 was not, or not for long: look for the program's lines in the dump of\
                 thread main\
                """,
                judge.waits());
        judge.moved(1);
        judge.moved(2);
        assertNull(judge.waits());
    }

    @Test
    void shouldNotAskWhenAMessageIsUnderWay() {
        DeadlockJudge judge = new DeadlockJudge(2);
        judge.stalled(0, stall(1, 1, 0, 1));
        assertEquals(0, judge.stalled(1, stall(1, 0, 0, 0)));
    }

    @Test
    void shouldForgetAnswersWhenARankMoves() {
        DeadlockJudge judge = new DeadlockJudge(2);
        judge.stalled(0, stall(1, 0, 0, 1));
        int first = judge.stalled(1, stall(1, 0, 0, 0));
        judge.confirmed(0, 1, first);
        judge.moved(1);
        assertFalse(judge.confirmed(1, 1, first));
        int second = judge.stalled(1, stall(2, 0, 0, 0));
        assertFalse(judge.confirmed(1, 2, first), "an answer to an old question");
        assertFalse(judge.confirmed(1, 1, second), "an answer from an old stall");
        assertFalse(judge.confirmed(1, 2, second), "rank 0 has not answered this one");
        assertTrue(judge.confirmed(0, 1, second));
    }

    @Test
    void shouldGroupRanksThatWaitAlikeAndNameThoseInFinalize() {
        DeadlockJudge judge = new DeadlockJudge(4);
        for (int rank = 0; rank < 3; rank++) {
            judge.stalled(rank, stall(1, 0, 0, 3));
        }
        Stall.Wait last =
                new Stall.Wait("MPI.Finalize", "Main.main(Main.java:9)", "", List.of(0), false);
        int question = judge.stalled(3, new Stall(1, 0, 0, List.of(last), List.of("a note")));
        for (int rank = 0; rank < 4; rank++) {
            judge.confirmed(rank, 1, question);
        }
        String text = judge.verdict();
        assertTrue(text.contains("\n  ranks 0-2 in Comm.recv at Main.main(Main.java:7)"), text);
        assertTrue(text.contains("\n      a note"), text);
        assertTrue(text.contains("rank 3 has come to MPI.Finalize"), text);
    }

    @Test
    void shouldDecideWithoutARankThatHasLeft() {
        DeadlockJudge judge = new DeadlockJudge(3);
        judge.stalled(0, stall(1, 5, 0, 1));
        assertEquals(0, judge.left(1), "rank 2 may go on");
        int question = judge.stalled(2, stall(1, 0, 0, 1));
        assertTrue(question > 0);
        assertFalse(judge.confirmed(0, 1, question));
        assertTrue(judge.confirmed(2, 1, question));
        String text = judge.verdict();
        assertTrue(text.contains("all ranks that still run wait"), text);
        assertTrue(text.contains("\n  rank 1 ended without MPI.Finalize"), text);
    }

    @Test
    void shouldAskWhenTheOnlyRankThatMovedHasLeft() {
        DeadlockJudge judge = new DeadlockJudge(2);
        judge.stalled(0, stall(1, 0, 0, 1));
        int question = judge.left(1);
        assertTrue(question > 0);
        assertTrue(judge.confirmed(0, 1, question));
    }

    @Test
    void shouldNotAskWhenAllHaveLeft() {
        DeadlockJudge judge = new DeadlockJudge(2);
        assertEquals(0, judge.left(0));
        assertEquals(0, judge.left(0));
        assertEquals(0, judge.left(1));
    }

    @Test
    void shouldCarryAStallOverPmi() {
        Stall.Wait wait = new Stall.Wait("Comm.recv", "a b\u00e9%", "x=1", List.of(3, 5), true);
        Stall stall = new Stall(7, 1L << 40, 3, List.of(wait), List.of("n 1", "n 2"));
        PmiLine line = PmiLine.parse(StallLine.of(stall).toString());
        assertEquals(StallLine.STALLED, line.command());
        assertEquals(stall, StallLine.parse(line));
        assertNull(StallLine.parse(PmiLine.command(StallLine.STALLED)));
    }

    /**
     * Ranks send to each other, wait, report, move and answer late; some runs end in a deadlock.
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
