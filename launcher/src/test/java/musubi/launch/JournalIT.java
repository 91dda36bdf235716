package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;

/** Replays a job that was recorded until a rank was killed, with all ranks and with one. */
class JournalIT {
    private static final int KILLED = 128 + 9;

    @TempDir private Path folder;

    @Test
    void shouldReplayTheRecordingUntilTheKillOfARank() throws Exception {
        String journal = folder.resolve("journal").toString();
        MpiexecRun.Result recorded =
                MpiexecRun.run(
                        "--journal",
                        journal,
                        "--journal-payload",
                        "--journal-limit",
                        "1000000",
                        "-n",
                        "3",
                        "musubi.launch.programs.Racing");
        List<String> lines = recorded.exitedWith(KILLED).lines();
        assertEquals(3, lines.size(), recorded::out);
        assertEquals(lines, MpiexecRun.run("--replay", journal).exitedWith(KILLED).lines());
        MpiexecRun.Result killed = MpiexecRun.run("--replay", journal, "--rank", "1");
        assertEquals(List.of(lines.get(1)), killed.exitedWith(KILLED).lines());
        killed.said("mpiexec: rank 1 (pid ");
        MpiexecRun.Result waiting = MpiexecRun.run("--replay", journal, "--rank", "0");
        assertEquals(List.of(lines.get(0)), waiting.exitedWith(125).lines());
        waiting.said("the journal ends here: rank=0 waits in Comm.recv")
                .said("for: recv source=1 tag=1");
        MpiexecRun.run("--replay", journal, "--rank", "3")
                .exitedWith(2)
                .said("no such rank in the recorded job: --rank=3 ranks=3");
    }
}
