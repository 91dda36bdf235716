package musubi.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.launch.process.Watcher;
import musubi.memory.OtherUser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/** The directories of a job, beside what another user has made of its name. */
class JobDirectoryTest {
    private static final long STEP_MS = 10;
    private static final int MOST_STEPS = 30_000;

    @TempDir private Path other;

    private static String mode(Path path) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Test
    void shouldMakePrivateDirectoriesWithNamesThatTheJobsNameDoesNotGive() throws Exception {
        assumeTrue(Files.isWritable(JobDirectory.SHARED_MEMORY), "no /dev/shm");
        JobDirectory job = JobDirectory.choose();
        JobDirectory node = JobDirectory.ofNode(job.jobId(), 1);
        JobDirectory again = JobDirectory.ofNode(job.jobId(), 1);
        assertNotEquals(node.path(), again.path());
        try {
            job.create();
            Map<String, String> variables = job.createSharedMemory();
            String memory = variables.get("MUSUBI_SHM_DIRECTORY");
            assertEquals(memory, variables.get("MUSUBI_VERBS_DIRECTORY"));
            Path records = job.createRecords(Map.of()).directory();
            for (Path each : List.of(job.path(), Path.of(memory), records)) {
                assertEquals("rwx------", mode(each), each::toString);
                String name = each.getFileName().toString();
                assertTrue(name.matches("musubi-" + job.jobId() + "-[0-9a-f]{16}(-ranks)?"), name);
            }
        } finally {
            job.remove();
        }
        assertFalse(exists(job.path()));
    }

    @Test
    void shouldFindTheProxyOfANodeOfThisUserOnly() throws Exception {
        OtherUser.assumePresent();
        String job = JobDirectory.choose().jobId();
        JobDirectory own = JobDirectory.ofNode(job, 1);
        Path foreign = JobDirectory.ofNode(job, 1).path();
        assertEquals(0, OtherUser.run("mkdir \"$1\"", foreign).exitCode());
        own.create();
        try {
            assertEquals(
                    List.of(own.path()),
                    JobDirectory.presentOfNode(job, 1).stream().map(JobDirectory::path).toList());
            assertEquals(List.of(), JobDirectory.presentOfNode(job, 2));
        } finally {
            own.removeAlone();
            Files.deleteIfExists(foreign);
        }
    }

    /** What another user can still change may lead to other files by the time of its removal. */
    @Test
    void shouldRemoveNothingOfAnotherUser() throws Exception {
        OtherUser.assumePresent();
        JobDirectory job = JobDirectory.choose();
        Files.createFile(other.resolve("precious"));
        Path foreign = JobDirectory.SHARED_MEMORY.resolve("musubi-" + job.jobId() + "-foreign");
        Path link = JobDirectory.SHARED_MEMORY.resolve("musubi-" + job.jobId() + "-link");
        String script = "mkdir \"$1\" && ln -s \"$3\" \"$2\"";
        assertEquals(0, OtherUser.run(script, foreign, link, other).exitCode());
        try {
            Watcher watcher = new Watcher(job, () -> {});
            job.create();
            Path memory = Path.of(job.createSharedMemory().get("MUSUBI_SHM_DIRECTORY"));
            job.remove();
            assertFalse(exists(memory));
            assertTrue(exists(foreign) && exists(link), "removed by mpiexec");
            Path late = Path.of(job.createSharedMemory().get("MUSUBI_SHM_DIRECTORY"));
            watcher.close();
            for (int i = 0; i < MOST_STEPS && exists(late); i++) {
                Thread.sleep(STEP_MS);
            }
            assertFalse(exists(late), "the watcher removes what is left");
            assertTrue(exists(foreign) && exists(link), "removed by the watcher");
            assertTrue(exists(other.resolve("precious")));
        } finally {
            Files.deleteIfExists(link);
            Files.deleteIfExists(foreign);
        }
    }
}
