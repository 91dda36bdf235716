package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Exit codes of mpiexec when one of the ranks, an executable file, fails. */
class ExitCodeIT {
    private static MpiexecRun.Result shell(String script) throws InterruptedException {
        return MpiexecRun.run("-n", "3", "sh", "-c", script);
    }

    @Test
    void shouldReturnTheCodeOfTheRankThatExits() throws InterruptedException {
        shell("[ $PMI_RANK = 1 ] && exit 3; exec sleep 600")
                .exitedWith(3)
                .said("rank 1 (pid ")
                .said("ended with exit code 3");
    }

    @Test
    void shouldReturn139WhenARankCrashes() throws InterruptedException {
        shell("[ $PMI_RANK = 1 ] && kill -SEGV $$; exec sleep 600").exitedWith(139).said("SIGSEGV");
    }

    @Test
    void shouldReturn137WhenARankIsKilled() throws InterruptedException {
        shell("[ $PMI_RANK = 2 ] && kill -KILL $$; exec sleep 600").exitedWith(137).said("SIGKILL");
    }

    @Test
    void shouldReturnZeroWhenAllRanksDo() throws InterruptedException {
        assertEquals("", shell("exit 0").exitedWith(0).err());
    }

    @Test
    void shouldEndRanksThatIgnoreTheRequestToEnd() throws InterruptedException {
        MpiexecRun.Result result =
                shell("trap '' TERM INT; [ $PMI_RANK = 1 ] && exit 3; while :; do sleep 1; done");
        result.exitedWith(3);
    }

    @Test
    void shouldPassOnUserSignalsAndStopAndContinueWithTheRanks() throws InterruptedException {
        String script = MpiexecRun.untilUsr1("ready");
        try (MpiexecRun run = MpiexecRun.start("-n", "1", "sh", "-c", script)) {
            run.awaitOutput("ready");
            long rank = run.ranks().getFirst();
            long mpiexec = run.process().pid();
            MpiexecRun.signal("TSTP", mpiexec);
            run.await(() -> MpiexecRun.isStopped(rank) && MpiexecRun.isStopped(mpiexec));
            MpiexecRun.signal("CONT", mpiexec);
            run.await(() -> !MpiexecRun.isStopped(rank) && !MpiexecRun.isStopped(mpiexec));
            MpiexecRun.signal("USR1", mpiexec);
            assertTrue(run.finish().exitedWith(0).out().contains("got"));
        }
    }

    @Test
    void shouldKillAtOnceWhenASecondSignalArrives() throws InterruptedException {
        String script = "trap '' INT TERM; echo ready; while :; do sleep 1; done";
        try (MpiexecRun run = MpiexecRun.start("-n", "2", "sh", "-c", script)) {
            run.awaitOutput("ready");
            MpiexecRun.signal("INT", run.process().pid());
            MpiexecRun.signal("INT", run.process().pid());
            run.finish().exitedWith(130);
        }
    }

    @Test
    void shouldNameTheProgramThatIsNotThere() throws InterruptedException {
        MpiexecRun.run("-n", "2", "NoSuchClass").exitedWith(127).said("program=NoSuchClass");
        MpiexecRun.run("-n", "2", "Missing.java").exitedWith(127).said("Missing.java");
        MpiexecRun.run("-n", "2", "missing.jar").exitedWith(127).said("missing.jar");
        MpiexecRun.run("-n", "2", "java", "NoSuchClass").exitedWith(127).said("NoSuchClass");
        MpiexecRun.run("--transport", "no", "true")
                .exitedWith(2)
                .said("choose from self, shm, tcp");
        MpiexecRun.run("-n", "2", "--frob").exitedWith(2).said("unknown option '--frob'");
    }
}
