package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Launches and aborts in a row: no hang, no orphan, no wrong code. Their number is the property
 * {@code musubi.test.launches}.
 */
@Timeout(value = 2, unit = TimeUnit.HOURS)
class ManyLaunchesIT {
    private static final int LAUNCHES = Integer.getInteger("musubi.test.launches", 24);
    private static final String RANK = "musubi.launch.programs.Rank";
    private static final List<List<String>> WAYS =
            List.of(
                    List.of("-n", "2"),
                    List.of("-n", "3"),
                    List.of("--pvas", "-n", "3"),
                    List.of("--launcher", "fork", "--host", "a,b"),
                    List.of("--launcher", "fork", "--fan-out", "1", "--host", "a:2,b,c"));

    @Test
    void shouldEndEachWithTheRightCode() throws InterruptedException {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        System.out.println("ManyLaunchesIT: -Dmusubi.test.seed=" + seed + " launches=" + LAUNCHES);
        Random random = new Random(seed);
        for (int i = 0; i < LAUNCHES; i++) {
            List<String> words = new ArrayList<>(WAYS.get(random.nextInt(WAYS.size())));
            int code = random.nextInt(4) * 50;
            List<String> action =
                    code == 0
                            ? List.of(RANK, "epochs", "1")
                            : List.of(RANK, "abort", Integer.toString(code));
            words.addAll(action);
            String label = "seed=" + seed + " launch=" + i + " " + words;
            try (MpiexecRun run = MpiexecRun.start(words.toArray(new String[0]))) {
                assertTrue(run.process().waitFor(60, TimeUnit.SECONDS), label);
                assertEquals(code, run.process().exitValue(), () -> label + "\n" + run.err());
                run.assertNothingLeft();
            }
        }
    }
}
