package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import musubi.launch.RandomKills.Victim;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Whatever is killed, and whenever: nothing is left behind, and the exit code is right. */
@Timeout(240)
class HygieneIT {
    private static final int ROUNDS = Integer.getInteger("musubi.test.kills", 120);
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
    void shouldGoOnWhenTheWatcherIsKilled() throws InterruptedException {
        try (MpiexecRun run = MpiexecRun.start("-n", "2", SLEEPER)) {
            run.awaitOutput("ready");
            killWatcher(run);
            TimeUnit.MILLISECONDS.sleep(300);
            assertTrue(run.process().isAlive());
            run.process().destroyForcibly();
            run.process().waitFor();
            run.assertNothingLeft();
        }
    }

    private static void killWatcher(MpiexecRun run) {
        ProcessHandle watcher =
                run.process()
                        .children()
                        .filter(one -> one.info().command().orElse("").endsWith("sh"))
                        .findFirst()
                        .orElseThrow();
        watcher.destroyForcibly();
    }

    @Test
    void shouldEndGrandchildrenInSessionsOfTheirOwn() throws InterruptedException {
        String script = "setsid sleep 61 & echo ready; sleep 60";
        try (MpiexecRun run = MpiexecRun.start("-n", "2", "sh", "-c", script)) {
            run.awaitOutput("ready");
            run.process().destroyForcibly();
            run.process().waitFor();
            run.assertNothingLeft();
        }
    }

    @Test
    void shouldEndWhatRanksLeaveRunningInTheBackground() throws InterruptedException {
        MpiexecRun.run("-n", "2", "sh", "-c", "sleep 60 & setsid sleep 61 & exit 0").exitedWith(0);
    }

    @Test
    void shouldEndTheJobWhenNobodyReadsItsOutput() throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "\"$@\" | head -1", "sh"));
        command.addAll(MpiexecRun.command("-n", "2", "yes"));
        Process pipe = new ProcessBuilder(command).start();
        assertTrue(pipe.waitFor(20, TimeUnit.SECONDS));
        assertEquals("y\n", new String(pipe.getInputStream().readAllBytes(), UTF_8));
    }

    @Test
    void shouldEndBySignalAlthoughNobodyTakesItsOutput() throws Exception {
        Process process = new ProcessBuilder(MpiexecRun.command("-n", "2", "yes")).start();
        try {
            MpiexecRun.within(5_000, () -> available(process) > 0);
            TimeUnit.MILLISECONDS.sleep(200);
            MpiexecRun.signal("INT", process.pid());
            assertTrue(process.waitFor(5, TimeUnit.SECONDS));
            assertEquals(130, process.exitValue());
        } finally {
            process.destroyForcibly();
        }
    }

    private static int available(Process process) {
        try {
            return process.getInputStream().available();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
