package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a program under other orders of matches. */
class ExploreIT {
    @TempDir private Path folder;

    private MpiexecRun.Result explore(int limit, String... words) throws Exception {
        List<String> all = new ArrayList<>();
        all.addAll(List.of("--explore", limit + ":" + folder.resolve("runs"), "--pvas"));
        all.addAll(List.of("-n", "3", "musubi.launch.programs.AnyOrder"));
        all.addAll(List.of(words));
        return MpiexecRun.run(all.toArray(String[]::new));
    }

    private static void assertPrints(MpiexecRun.Result result, String end) {
        String line =
                result.out().lines().filter(text -> text.startsWith("run 2: ")).findFirst().get();
        assertTrue(line.contains("run 2: rank 0, Comm.recv at "), line);
        assertTrue(line.endsWith(": source=1 tag=0 instead of source=2 tag=0: " + end), line);
    }

    @Test
    void shouldFindAnOutputThatDependsOnTheOrderAndRepeatIt() throws Exception {
        MpiexecRun.Result result = explore(5, "print").exitedWith(1);
        assertPrints(result, "other output of rank 0");
        assertTrue(result.out().contains("tried=1 not tried=0; results differ"), result::out);
        String order = folder.resolve("runs/run-2/order").toString();
        MpiexecRun again =
                MpiexecRun.start(
                        null,
                        Map.of("MUSUBI_EXPLORE", order),
                        null,
                        "-n",
                        "3",
                        "musubi.launch.programs.AnyOrder",
                        "print");
        assertEquals(List.of("1 2"), again.finish().exitedWith(0).lines());
    }

    @Test
    void shouldFindADeadlockInAnotherOrder() throws Exception {
        assertPrints(explore(1, "second").exitedWith(1), "deadlock");
    }

    @Test
    void shouldReportTheSameWhenTheResultDoesNotDependOnTheOrder() throws Exception {
        MpiexecRun.Result result = explore(1, "add").exitedWith(0);
        assertPrints(result, "same");
        assertTrue(result.out().contains("; no result differs"), result::out);
    }

    @Test
    void shouldNotReportAnOrderThatIsNotPossible() throws Exception {
        assertPrints(explore(1, "reply").exitedWith(0), "not possible");
    }
}
