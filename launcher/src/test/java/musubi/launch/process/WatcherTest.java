package musubi.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.job.JobDirectory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;

/** Commands to the watcher process while it is killed. */
class WatcherTest {
    private static final String WAITS_FOR_SIGNAL =
            "trap 'echo got; exit 3' USR1; echo ready; while :; do sleep 0.05; done";

    @Test
    void shouldDeliverASignalWhenTheProcessWasKilledBefore() throws Exception {
        Process receiver = new ProcessBuilder("sh", "-c", WAITS_FOR_SIGNAL).start();
        try (Watcher watcher = new Watcher(JobDirectory.choose(), () -> {});
                BufferedReader output = receiver.inputReader()) {
            assertEquals("ready", output.readLine());
            long killed = watcher.pid();
            ProcessHandle process = ProcessHandle.of(killed).orElseThrow();
            process.destroyForcibly();
            process.onExit().join();
            watcher.signal("USR1", receiver.pid());
            assertEquals("got", output.readLine());
            assertEquals(3, receiver.waitFor());
            assertNotEquals(killed, watcher.pid());
        } finally {
            receiver.destroyForcibly();
        }
    }

    @Test
    void shouldRunTheCommandsForTheEndThatAreNotReplaced(@TempDir Path directory) throws Exception {
        Path replaced = directory.resolve("replaced");
        Path kept = directory.resolve("it's kept");
        Watcher watcher = new Watcher(JobDirectory.choose(), () -> {});
        watcher.atEnd(1, "touch " + replaced);
        watcher.atEnd(2, "touch \"" + kept + '"');
        watcher.atEnd(1, "");
        watcher.close();
        while (!Files.exists(kept)) {
            Thread.sleep(1);
        }
        assertFalse(Files.exists(replaced));
    }

    @Test
    void shouldNotStartAReplacementWhenACommandFollowsTheClose() {
        Watcher watcher = new Watcher(JobDirectory.choose(), () -> {});
        long only = watcher.pid();
        ProcessHandle process = ProcessHandle.of(only).orElseThrow();
        watcher.close();
        watcher.signal("CONT", ProcessHandle.current().pid());
        assertEquals(only, watcher.pid());
        process.onExit().join();
        assertTrue(watcher.restart());
        assertEquals(only, watcher.pid());
    }
}
