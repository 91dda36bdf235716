package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A series of launches of all kinds with all kinds of ends, in random pairs: no hang, no orphan, no
 * wrong exit code, and no files of other jobs removed. The property {@code musubi.test.launches}
 * sets the number.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class ManyLaunchesIT {
    private static final int LAUNCHES = Integer.getInteger("musubi.test.launches", 12);
    private static final String PROGRAM = "musubi.launch.programs.Ending";
    private static final int MOST_ROUNDS = 40;

    /** The time limit, after which the output has the stacks of all ranks. */
    private static final Map<String, String> LIMIT =
            Map.of("MPIEXEC_TIMEOUT", "" + MpiexecRun.PATIENCE_S);

    private static final List<List<String>> WAYS =
            List.of(
                    List.of("-n", "2"),
                    List.of("-n", "4"),
                    List.of("--transport", "tcp", "-n", "3"),
                    List.of("--pvas", "-n", "3"),
                    List.of("--pvas", "--ranks-per-jvm", "2", "-n", "3"),
                    List.of("--launcher", "fork", "--host", "a,b"),
                    List.of("--launcher", "fork", "--fan-out", "1", "--host", "a:2,b,c"),
                    List.of("--launcher", "fork", "--pvas", "--host", "a:2,b"));

    /** The end of a job, and the expected exit code of mpiexec. */
    private record End(String how, int argument, int code) {}

    private static final List<End> ENDS =
            List.of(
                    new End("finalize", 0, 0),
                    new End("finalize", 0, 0),
                    new End("finalize", 5, 5),
                    new End("abort", 7, 7),
                    new End("abort", 150, 150),
                    new End("abort", 256, 1),
                    new End("abort", -1, 255),
                    new End("abort-all", 9, 9),
                    new End("exit", 0, 1),
                    new End("exit", 3, 3),
                    new End("throw", 0, 1),
                    new End("kill", 0, 137));

    private final Map<String, List<Long>> timesMs = new TreeMap<>();

    @Test
    void shouldEndEachWithTheRightCode() throws Exception {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println("ManyLaunchesIT: -Dmusubi.test.seed=" + seed + " launches=" + LAUNCHES);
        Random random = new Random(seed);
        List<End> ends = new ArrayList<>(ENDS);
        try (Leftovers others = new Leftovers()) {
            for (int i = 0; i < LAUNCHES; i++) {
                if (i % ends.size() == 0) {
                    Collections.shuffle(ends, random);
                }
                List<String> way = WAYS.get(i % WAYS.size());
                End end = ends.get(i % ends.size());
                launch(way, end, random, "seed=" + seed + " launch=" + i + " ");
            }
            others.assertUntouched();
        }
        timesMs.forEach(ManyLaunchesIT::print);
    }

    private void launch(List<String> way, End end, Random random, String label)
            throws InterruptedException {
        List<String> words = new ArrayList<>(way);
        words.addAll(List.of(MpiexecRun.CHEAP_COMPILER, PROGRAM));
        words.addAll(List.of(end.how(), "" + end.argument()));
        words.addAll(List.of("" + random.nextInt(MOST_ROUNDS), "" + random.nextInt(MOST_ROUNDS)));
        long startNs = System.nanoTime();
        try (MpiexecRun run = MpiexecRun.start(null, LIMIT, null, words.toArray(new String[0]))) {
            run.awaitEnd();
            long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
            int code = run.process().exitValue();
            assertEquals(end.code(), code, () -> label + words + "\n" + run.err());
            run.assertNothingLeft();
            timesMs.computeIfAbsent("end " + end, _ -> new ArrayList<>()).add(ms);
            timesMs.computeIfAbsent("way " + way, _ -> new ArrayList<>()).add(ms);
        }
    }

    private static void print(String what, List<Long> ms) {
        List<Long> sorted = ms.stream().sorted().toList();
        System.out.printf(
                "ManyLaunchesIT: %s: %d launches, median %d ms, longest %d ms%n",
                what, sorted.size(), sorted.get(sorted.size() / 2), sorted.getLast());
    }

    /** Remains of other jobs: files, and a process with another job's id. */
    private static final class Leftovers implements AutoCloseable {
        private final String job = ProcessHandle.current().pid() + "-0000beef";
        private final List<Path> files = new ArrayList<>();
        private final Process process;

        Leftovers() throws IOException {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            for (Path place : List.of(temporary, Path.of("/dev/shm"))) {
                files.add(Files.createFile(place.resolve("musubi-" + job)));
                files.add(Files.createDirectory(place.resolve("musubi-" + job + "-n00001")));
            }
            ProcessBuilder sleep = new ProcessBuilder("sleep", "7200");
            sleep.environment().put("MUSUBI_JOB", job);
            process = sleep.start();
        }

        void assertUntouched() {
            files.forEach(file -> assertTrue(Files.exists(file), file::toString));
            assertTrue(process.isAlive());
        }

        @Override
        public void close() throws IOException {
            process.destroyForcibly();
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }
}
