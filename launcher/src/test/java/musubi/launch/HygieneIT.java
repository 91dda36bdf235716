package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Whatever is killed, and whenever: nothing is left behind, and the exit code is right. */
@Timeout(240)
class HygieneIT {
    private static final int ROUNDS = Integer.getInteger("musubi.test.kills", 200);
    private static final int LANES = 4;
    private static final int LATEST_KILL_MS = 600;
    private static final List<String> MODES = List.of("mpi", "mpi", "pmi", "plain");
    private static final List<List<String>> WAYS =
            List.of(
                    List.of("-n", "2"),
                    List.of("-n", "2"),
                    List.of("--pvas", "-n", "2"),
                    List.of("--pvas", "--ranks-per-jvm", "2", "-n", "3"));
    private static final int KILLED = 137;
    private static final String SLEEPER = "musubi.launch.programs.Sleeper";

    private enum Victim {
        /** The process of a rank, with all ranks that share its JVM. */
        RANK,
        MPIEXEC,
        BOTH
    }

    @Test
    void shouldLeaveNothingWhenAnythingIsKilledAtAnyMoment() throws Exception {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println("HygieneIT: -Dmusubi.test.seed=" + seed);
        try (ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
            List<Future<?>> results = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                Random random = new Random(seed + lane);
                String label = "seed=" + seed + " lane=" + lane;
                Callable<Void> rounds = () -> killAgainAndAgain(random, label);
                results.add(lanes.submit(rounds));
            }
            for (Future<?> result : results) {
                result.get();
            }
        }
    }

    private static Void killAgainAndAgain(Random random, String lane) throws InterruptedException {
        for (int round = 0; round < ROUNDS / LANES; round++) {
            Victim victim = Victim.values()[random.nextInt(3)];
            int delayMs = random.nextInt(LATEST_KILL_MS);
            String mode = MODES.get(random.nextInt(MODES.size()));
            List<String> words = new ArrayList<>(WAYS.get(random.nextInt(WAYS.size())));
            words.addAll(List.of(SLEEPER, mode));
            String label =
                    (lane + " round=" + round + " " + victim + " after " + delayMs + " ms: ")
                            + words;
            try (MpiexecRun run = MpiexecRun.start(words.toArray(new String[0]))) {
                TimeUnit.MILLISECONDS.sleep(delayMs);
                kill(run, victim, random);
                assertTrue(run.process().waitFor(5, TimeUnit.SECONDS), label);
                assertEquals(KILLED, run.process().exitValue(), label);
                run.assertNothingLeft();
            }
        }
        return null;
    }

    private static void kill(MpiexecRun run, Victim victim, Random random)
            throws InterruptedException {
        if (victim != Victim.MPIEXEC) {
            List<Long> ranks = new ArrayList<>(run.ranks());
            // The kill may come before there is a rank: then it hits the first.
            MpiexecRun.within(5_000, () -> ranks.addAll(run.ranks()) || !ranks.isEmpty());
            long pid = ranks.get(random.nextInt(ranks.size()));
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
        if (victim != Victim.RANK) {
            run.process().destroyForcibly();
        }
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
