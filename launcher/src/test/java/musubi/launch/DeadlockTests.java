package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

/** Reports of mpiexec on jobs that wait for ever, and on jobs with long waits. */
abstract class DeadlockTests extends ProgramsInFolder {
    static final String SOON = "-Dmusubi.deadlock.after=200";

    /** The root of a broadcast in a node's shared memory does not wait; with messages it does. */
    private static final String BY_MESSAGES = "-Dmusubi.coll.bcast=binomial";

    private MpiexecRun.Result deadlock(int ranks, String how) throws InterruptedException {
        return run("-n", "" + ranks, SOON, BY_MESSAGES, "misuse.Deadlocks", how)
                .exitedWith(125)
                .said("mpiexec: deadlock: all ranks wait")
                .said("(ranks=" + ranks + ", messages in flight=0)")
                .said("Deadlocks.java:");
    }

    @Test
    void shouldShowTheCycleWhenTwoRanksReceiveFirst() throws InterruptedException {
        deadlock(2, "receives")
                .said("rank 0 in Comm.recv at misuse.Deadlocks.main(Deadlocks.java:")
                .said("waits for rank 1: recv source=1 tag=0 room=4 bytes in COMM_WORLD")
                .said("they wait in a cycle: 0 -> 1 -> 0");
    }

    @Test
    void shouldShowTheCycleWhenLargeStandardSendsMeet() throws InterruptedException {
        deadlock(2, "sends").said("send mode=STANDARD").said("stage=ANNOUNCED").said("0 -> 1 -> 0");
    }

    @Test
    void shouldShowTheCycleOfARingOfSynchronousSends() throws InterruptedException {
        deadlock(3, "ring").said("in Comm.sSend at").said("0 -> 1 -> 2 -> 0");
    }

    @Test
    void shouldReportAFinishedRankWhenItSkippedACollective() throws InterruptedException {
        deadlock(3, "barrier")
                .said("in Comm.barrier at misuse.Deadlocks.skipBarrier(Deadlocks.java:")
                .said("collective operation BARRIER in COMM_WORLD")
                .said("rank 1 has reached MPI.Finalize");
    }

    @Test
    void shouldShowTheMessageThatHasAnotherTag() throws InterruptedException {
        deadlock(2, "tags")
                .said(
                        "holds a message that it does not receive: source=0 tag=7 bytes=4 in"
                                + " COMM_WORLD; its receive is for tag=8, not 7");
    }

    @Test
    void shouldReportAllRequestsOfAWaitAny() throws InterruptedException {
        deadlock(2, "any")
                .said("in Request.waitAny at")
                .said("recv source=any tag=1 room=4 bytes in COMM_WORLD; or recv source=");
    }

    @Test
    void shouldReportTheRanksThatCouldEndAProbeForAnySource() throws InterruptedException {
        deadlock(3, "probe").said("waits for one of ranks 1-2: probe source=any tag=5");
    }

    @Test
    void shouldReportWhenEachRankTakesItselfForTheRoot() throws InterruptedException {
        deadlock(2, "broadcast").said("part of a collective operation").said("Comm.bcast");
    }

    @Test
    void shouldContinueWaitingWhenDetectionIsDisabled() throws InterruptedException {
        run("-n", "2", "-timeout", "3", "-Dmusubi.deadlock.after=0", "misuse.Deadlocks", "receives")
                .exitedWith(124);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sleep test barrier", "thread virtual-thread waiting-thread"})
    void shouldNotReportLongWaits(String programs) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of("-n", "2", SOON, "misuse.LongWaits"));
        words.addAll(List.of(programs.split(" ")));
        MpiexecRun.Result result = run(words.toArray(String[]::new));
        assertEquals("done\ndone\n", result.exitedWith(0).out());
        assertEquals("", result.err());
    }

    /** With one rank, because all have to be stalled at the same time for a report. */
    @Test
    void shouldNotReportAReceiveWhenAnotherThreadTests() throws InterruptedException {
        MpiexecRun.Result result =
                run("-n", "1", "-Dmusubi.deadlock.after=50", "misuse.LongWaits", "testing-thread");
        assertEquals("done\n", result.exitedWith(0).out());
        assertEquals("", result.err());
    }

    @Test
    void shouldReportACycleThroughACollectiveWhenAnotherRankPolls() throws InterruptedException {
        run("-n", "3", SOON, "misuse.PartialDeadlocks", "barrier")
                .exitedWith(125)
                .said("mpiexec: deadlock: ranks 0-1 wait in MPI calls that cannot complete")
                .said("(ranks=2 of 3, messages in flight among them=0)")
                .said("rank 0 in Comm.barrier at")
                .said("rank 1 in Comm.recv at");
    }
}
