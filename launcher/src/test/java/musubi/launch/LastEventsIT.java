package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.job.JobDirectory;
import musubi.observe.rankrecord.EventKind;
import musubi.observe.rankrecord.RecordFiles;
import musubi.observe.rankrecord.RecordView;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The last events of ranks: seen while they run, printed when a rank is killed, and then kept. */
class LastEventsIT {
    @TempDir private Path state;

    @Test
    void shouldPrintAndKeepTheLastEventsWhenARankIsKilled() throws Exception {
        Map<String, String> variables =
                Map.of("XDG_STATE_HOME", state.toString(), "MUSUBI_OBSERVE_KEEP", "1");
        String program = "musubi.launch.programs.Unlucky";
        try (MpiexecRun run = MpiexecRun.start(null, variables, null, "-n", "2", program)) {
            run.awaitOutput("ready");
            // A send is counted after its arrival, and a wait recorded after a while.
            run.await(() -> has(records(run).get(0), EventKind.WAITING, 9));
            run.await(() -> has(records(run).get(1), EventKind.SENT_EAGER, 8));
            run.await(() -> records(run).get(1).value("sent.bytes.eager.shm.node") > 0);
            RecordView second = records(run).get(1);
            assertEquals(1, second.value("sent.messages.eager.shm.node"));
            assertEquals(4, second.value("sent.bytes.eager.shm.node"));
            ProcessHandle.of(second.pid()).orElseThrow().destroyForcibly();
            MpiexecRun.Result result = run.finish();
            String cause = "was ended by signal 9";
            assertTrue(result.err().indexOf(cause) < result.err().indexOf("the last events"));
            assertTrue(result.err().lines().count() <= 20, result::err);
            result.exitedWith(137)
                    .said(cause)
                    .said("rank 0 waits for a message of rank 1, tag=9 in COMM_WORLD (for ")
                    .said(" 4 bytes from rank 1, tag=8 in COMM_WORLD")
                    .said("rank 1 was not in a wait; its last event was ")
                    .said("  sent 4 bytes to rank 0, tag=8 in COMM_WORLD");
        }
        Path failed = state.resolve("musubi/failed-jobs");
        try (Stream<Path> kept = Files.list(failed)) {
            List<Path> jobs = kept.toList();
            assertEquals(1, jobs.size(), jobs::toString);
            assertEquals(2, RecordFiles.read(jobs.getFirst()).size());
        }
    }

    private static boolean has(RecordView view, EventKind kind, int tag) {
        return view.events().stream().anyMatch(one -> one.kind() == kind && one.tag() == tag);
    }

    private static List<RecordView> records(MpiexecRun run) {
        Map<String, List<Path>> jobs = RecordFiles.jobsIn(JobDirectory.SHARED_MEMORY);
        String mine =
                jobs.keySet().stream()
                        .filter(job -> job.startsWith(run.process().pid() + "-"))
                        .findFirst()
                        .orElseThrow();
        return RecordFiles.read(jobs.get(mine).getFirst());
    }
}
