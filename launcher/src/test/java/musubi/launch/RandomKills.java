package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Starts jobs, kills processes of each at a random time, and checks that nothing is left. All pairs
 * of a way and a victim have their turn.
 *
 * @param ways the options of mpiexec
 * @param victims what is killed
 * @param rounds how many jobs
 * @param lanes concurrent jobs
 * @param latestKillMs latest time of a kill in ms
 */
record RandomKills(
        List<List<String>> ways, List<Victim> victims, int rounds, int lanes, int latestKillMs) {
    private static final List<String> MODES = List.of("mpi", "mpi", "pmi", "plain");
    private static final int KILLED = 137;

    /** A node proxy that ends before its ranks run counts as an unreachable host. */
    private static final int NOT_STARTED = 1;

    private static final String SLEEPER = "musubi.launch.programs.Sleeper";

    /** The processes to kill. */
    enum Victim {
        /** The process of a rank, with all ranks that share its JVM. */
        RANK,
        NODE_PROXY,
        MPIEXEC,
        /** A rank, then mpiexec. */
        BOTH
    }

    /** Runs all rounds; reports failures with the seed. */
    void run(String test) throws Exception {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println(test + ": -Dmusubi.test.seed=" + seed + " kills=" + rounds);
        try (ExecutorService threads = Executors.newFixedThreadPool(lanes)) {
            List<Future<?>> results = new ArrayList<>();
            for (int lane = 0; lane < lanes; lane++) {
                Random random = new Random(seed + lane);
                int first = lane;
                String label = "seed=" + seed + " lane=" + lane;
                Callable<Void> share = () -> killAgainAndAgain(first, random, label);
                results.add(threads.submit(share));
            }
            for (Future<?> result : results) {
                result.get();
            }
        }
    }

    private Void killAgainAndAgain(int first, Random random, String lane)
            throws InterruptedException {
        for (int round = first; round < rounds; round += lanes) {
            Victim victim = victims.get(round % victims.size());
            int delayMs = random.nextInt(latestKillMs);
            String mode = MODES.get(random.nextInt(MODES.size()));
            int way = round / victims.size() % ways.size();
            List<String> words = new ArrayList<>(ways.get(way));
            words.addAll(List.of(MpiexecRun.CHEAP_COMPILER, SLEEPER, mode));
            String label =
                    (lane + " round=" + round + " " + victim + " after " + delayMs + " ms: ")
                            + words;
            try (MpiexecRun run = MpiexecRun.start(words.toArray(new String[0]))) {
                TimeUnit.MILLISECONDS.sleep(delayMs);
                kill(run, victim, random);
                run.awaitEnd();
                int code = run.process().exitValue();
                if (victim == Victim.NODE_PROXY) {
                    assertTrue(Set.of(KILLED, NOT_STARTED).contains(code), label + " code=" + code);
                } else {
                    assertEquals(KILLED, code, () -> label + "\n" + run.err());
                }
                run.assertNothingLeft();
            }
        }
        return null;
    }

    private static void kill(MpiexecRun run, Victim victim, Random random)
            throws InterruptedException {
        if (victim == Victim.RANK || victim == Victim.BOTH) {
            killOne(run::ranks, random);
        }
        if (victim == Victim.NODE_PROXY) {
            killOne(run::proxies, random);
        }
        if (victim == Victim.MPIEXEC || victim == Victim.BOTH) {
            run.process().destroyForcibly();
        }
    }

    /** If the kill precedes the first process, it hits that one. */
    private static void killOne(Supplier<List<Long>> all, Random random)
            throws InterruptedException {
        List<Long> found = new ArrayList<>(all.get());
        MpiexecRun.soon(() -> !found.isEmpty() || found.addAll(all.get()));
        long pid = found.get(random.nextInt(found.size()));
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
}
