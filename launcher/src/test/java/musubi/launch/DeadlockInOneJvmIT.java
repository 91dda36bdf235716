package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

/** All ranks run in one JVM. */
class DeadlockInOneJvmIT extends DeadlockTests {
    @Override
    List<String> mode() {
        return List.of("--pvas");
    }

    @Test
    void shouldNotReportRanksThatWaitForALateOne() throws InterruptedException {
        MpiexecRun.Result result =
                run(
                        "-n",
                        "3",
                        "-Dmusubi.deadlock.after=50",
                        "-Dmusubi.deadlock.polls.after=50",
                        "-Dmusubi.deadlock.polls.end=true",
                        "misuse.LateRanks");
        assertEquals("done\ndone\ndone\n", result.exitedWith(0).out());
        assertEquals("", result.err());
    }
}
