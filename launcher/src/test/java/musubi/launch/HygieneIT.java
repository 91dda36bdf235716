package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import musubi.launch.RandomKills.Victim;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** After a kill of any process at any time nothing is left, and the exit code is correct. */
class HygieneIT {
    private static final int ROUNDS = Integer.getInteger("musubi.test.kills", 24);
    private static final int LANES = 4;
    private static final int LATEST_KILL_MS = 600;
    private static final List<List<String>> WAYS =
            List.of(
                    List.of("-n", "2"),
                    List.of("-n", "2"),
                    List.of("--pvas", "-n", "2"),
                    List.of("--pvas", "--ranks-per-jvm", "2", "-n", "3"));
    private static final String SLEEPER = "musubi.launch.programs.Sleeper";

    @Test
    void shouldLeaveNothingWhenAnythingIsKilledAtAnyMoment() throws Exception {
        List<Victim> victims = List.of(Victim.RANK, Victim.MPIEXEC, Victim.BOTH);
        new RandomKills(WAYS, victims, ROUNDS, LANES, LATEST_KILL_MS).run("HygieneIT");
    }

    @Test
    void shouldContinueWhenTheWatcherIsKilled() throws Exception {
        // The program's child outlives the signal, which its whole group receives.
        String script = "trap '' USR1; sleep 600 & trap 'echo got' USR1; echo ready; wait; wait";
        try (MpiexecRun run = MpiexecRun.start("-n", "1", "sh", "-c", script)) {
            run.awaitOutput("ready");
            killWatcher(run);
            MpiexecRun.signal("USR1", run.process().pid());
            run.awaitOutput("got");
            run.process().destroyForcibly();
            run.process().waitFor();
            run.assertNothingLeft();
        }
    }

    private static void killWatcher(MpiexecRun run) throws Exception {
        ProcessHandle watcher =
                run.process()
                        .children()
                        .filter(one -> MpiexecRun.hasWord(one.pid(), "musubi-watcher"))
                        .findFirst()
                        .orElseThrow();
        watcher.destroyForcibly();
        watcher.onExit().get(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS);
    }

    @Test
    void shouldEndGrandchildrenInSessionsOfTheirOwn() throws InterruptedException {
        String script = "setsid sleep 601 & echo ready; sleep 600";
        try (MpiexecRun run = MpiexecRun.start("-n", "2", "sh", "-c", script)) {
            run.awaitOutput("ready");
            run.process().destroyForcibly();
            run.process().waitFor();
            run.assertNothingLeft();
        }
    }

    @Test
    void shouldEndBackgroundProcessesOfRanks() throws InterruptedException {
        MpiexecRun.run("-n", "2", "sh", "-c", "sleep 600 & setsid sleep 601 & exit 0")
                .exitedWith(0);
    }

    @Test
    void shouldEndTheJobWhenItsOutputIsClosed() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" | head -1", "sh"));
        command.addAll(MpiexecRun.command("-n", "2", "yes"));
        Process pipe = new ProcessBuilder(command).start();
        assertTrue(pipe.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS));
        assertEquals("y\n", new String(pipe.getInputStream().readAllBytes(), UTF_8));
    }

    @Test
    void shouldEndBySignalAlthoughItsOutputIsNotRead() throws Exception {
        Process process = new ProcessBuilder(MpiexecRun.command("-n", "2", "yes")).start();
        try {
            int[] before = {0};
            boolean full = MpiexecRun.soon(() -> hasStopped(process, before));
            assertTrue(full, "the output continues without a reader");
            MpiexecRun.signal("INT", process.pid());
            assertTrue(process.waitFor(MpiexecRun.PATIENCE_S, TimeUnit.SECONDS));
            assertEquals(130, process.exitValue());
            String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
            assertEquals("mpiexec: ended by SIGINT. Exit code 130.\n", said);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Whether the amount of pending output is the same as in the last call. */
    private static boolean hasStopped(Process process, int[] before) {
        int now = available(process);
        boolean stopped = now > 0 && now == before[0];
        before[0] = now;
        return stopped;
    }

    private static int available(Process process) {
        try {
            return process.getInputStream().available();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
