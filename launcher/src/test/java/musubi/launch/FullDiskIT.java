package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Jobs with a file system of a few MiB, mounted in a namespace of their own, which ends with them.
 * Skipped where that is not permitted.
 */
class FullDiskIT {
    private static final String SIZE = "2m";
    private static final String PROGRAM = "musubi.launch.programs.Receiving";
    private static final String FULL = "cause=No space left on device bytes wanted=";

    @TempDir private Path folder;

    private Path disk;

    @BeforeEach
    void create() throws Exception {
        disk = Files.createDirectory(folder.resolve("disk"));
        Process probe = new ProcessBuilder(behindMount(disk, List.of("true"))).inheritIO().start();
        assumeTrue(probe.waitFor() == 0, "no file system may be mounted here (it takes root)");
    }

    /** Copies what is in the file system when the command has ended. */
    private List<String> behindMount(Path at, List<String> command) {
        String script =
                "mount --make-rprivate / && mount -t tmpfs -o size=%s none '%s' || exit 99; \"$@\";"
                        + " code=$?; cp -r '%s/.' '%s'; exit $code";
        String filled = script.formatted(SIZE, at, at, folder.resolve("copy"));
        List<String> words = List.of("unshare", "-m", "sh", "-c", filled, "sh");
        return Stream.concat(words.stream(), command.stream()).toList();
    }

    private MpiexecRun.Result run(Path at, Map<String, String> variables, String... words)
            throws InterruptedException {
        try (MpiexecRun run =
                MpiexecRun.startBehind(behindMount(at, List.of()), variables, words)) {
            return run.finish();
        }
    }

    @Test
    void shouldFailACallWhenThereIsNoSpaceForTheJournal() throws Exception {
        String journal = disk.resolve("journal").toString();
        String[] words = {
            "--journal", journal, "--journal-payload", "-n", "2", PROGRAM, "60", "100000"
        };
        MpiexecRun.Result result = run(disk, Map.of(), words).exitedWith(0);
        assertEquals(List.of("sum=30 failures=1"), result.lines());
        result.said("MPI.ERR_NO_SPACE: no space left: the journal cannot be continued: rank=1")
                .said("directory=" + journal)
                .said(FULL)
                .said("MUSUBI_JOURNAL_REQUIRED=false");
        assertFalse(result.err().contains("InternalError"), result::err);
        // What was recorded until then can be read.
        String copy = folder.resolve("copy").resolve("journal").toString();
        MpiexecRun.Result replayed = MpiexecRun.run("--replay", copy).exitedWith(0);
        assertEquals(List.of("sum=30 failures=0"), replayed.lines());
    }

    @Test
    void shouldContinueWithoutJournalAndRecordingWhenTheyAreNotRequired() throws Exception {
        String journal = disk.resolve("journal").toString();
        String timeline = disk.resolve("timeline").toString();
        String[] words = {
            "--pvas",
            "--timeline=" + timeline,
            "--journal",
            journal,
            "--journal-payload",
            "--journal-limit",
            "8000000",
            "-n",
            "2",
            PROGRAM,
            "60",
            "100000"
        };
        Map<String, String> variables = Map.of("MUSUBI_JOURNAL_REQUIRED", "false");
        MpiexecRun.Result result = run(disk, variables, words).exitedWith(0);
        assertEquals(List.of("sum=30 failures=0"), result.lines());
        result.said("musubi: the journal cannot be continued: rank=1 directory=" + journal)
                .said("the recording ends, the rank continues: rank=")
                .said(" directory=" + timeline + " cause=")
                .said(FULL);
    }

    @Test
    void shouldFailInInitWhenThereIsNoMemoryForAdapters() throws Exception {
        Path memory = Path.of("/dev/shm");
        assumeTrue(Files.isDirectory(memory), "no /dev/shm");
        Map<String, String> variables = Map.of("MUSUBI_TRANSPORT", "verbs");
        MpiexecRun.Result result = run(memory, variables, "-n", "2", PROGRAM, "1", "1");
        assertEquals(1, result.exitCode(), result::err);
        result.said(
                        "MPI.ERR_NO_MEM: out of memory: there is no memory for an adapter's ring:"
                                + " file=")
                .said(FULL)
                .said("bytes free=0; free space there");
    }
}
