package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Each rank is a process. */
class DeadlockOfProcessesIT extends DeadlockTests {
    private static final String POLLS = "-Dmusubi.deadlock.polls.after=200";

    @Test
    void shouldEndAJobWhoseRanksPollWhenCallsAreChecked() throws InterruptedException {
        run("-check", "-n", "2", SOON, POLLS, "misuse.PartialDeadlocks", "test")
                .exitedWith(125)
                .said("mpiexec: deadlock: all ranks wait in MPI calls that cannot complete")
                .said("rank 0 in Request.test at misuse.PartialDeadlocks.testForEver");
    }

    /** The job goes on until it is ended here. */
    @Test
    void shouldOnlyNoteThatAllRanksPoll() throws InterruptedException {
        String note =
                "mpiexec: note: all ranks wait or poll in MPI calls without success (ranks=2)";
        String[] words = {"-n", "2", SOON, POLLS, "misuse.PartialDeadlocks", "test"};
        try (MpiexecRun run = MpiexecRun.start(words)) {
            assertTrue(MpiexecRun.soon(() -> run.err().contains(note)), run::err);
            MpiexecRun.signal("TERM", run.process().pid());
            MpiexecRun.Result result = run.finish().exitedWith(143);
            assertEquals(result.err().indexOf(note), result.err().lastIndexOf(note), "once");
        }
    }

    @Test
    void shouldNameTheLinesOfSendsThatNeedABufferWhenCallsAreChecked() throws InterruptedException {
        MpiexecRun.Result result =
                run("-check", "-transport", "tcp", "-n", "2", "misuse.PartialDeadlocks", "sends");
        result.exitedWith(0);
        for (int rank = 0; rank < 2; rank++) {
            result.said(
                            "musubi: rank "
                                    + rank
                                    + " at MPI.Finalize had a standard send that returned")
                    .said("to rank " + rank + " tag=0 bytes=4 in COMM_WORLD");
        }
        result.said("buffered: Comm.send at misuse.PartialDeadlocks.sendFirst(");
    }

    /** Rank 0 waits in Finalize for one that does not acknowledge its send. */
    @Test
    void shouldEndWhenARankIsLostWhileOthersFinalizeWithChecks() throws InterruptedException {
        run("-check", "-n", "2", "misuse.PartialDeadlocks", "lost").exitedWith(3);
    }
}
