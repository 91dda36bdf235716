package musubi.launch.job;

import musubi.launch.failure.LaunchFailure;
import musubi.observe.rankrecord.RecordFiles;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The job's name and its private directory (mode 0700), which holds the PMI socket and compiled
 * classes. Everything a job leaves behind has the job's name in it.
 */
public final class JobDirectory {
    /** What the names of the ranks' shared memory files begin with, before the job id. */
    public static final String SHARED_MEMORY_PREFIX = "musubi-";

    public static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** Longest directory name that leaves room for a socket in it (sun_path has 108 bytes). */
    private static final int MAX_PATH_BYTES = 70;

    /** Less the first digit, the name of node 0; so all have five. */
    private static final int FIRST_NODE_NAME = 100_000;

    private static final FileAttribute<?> OWNER_ONLY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private final String jobId;
    private final Path path;

    private JobDirectory(String jobId, Path path) {
        this.jobId = jobId;
        this.path = path;
    }

    /**
     * Chooses the job's name and directory; nothing is made yet, so that a watcher can be told of
     * it before it is there.
     */
    public static JobDirectory choose() {
        String jobId = newJobId();
        return new JobDirectory(jobId, parent().resolve(SHARED_MEMORY_PREFIX + jobId));
    }

    /**
     * That of a node proxy. Its name begins with the job's, and is not the beginning of another
     * node's.
     *
     * @param jobId of mpiexec
     */
    public static JobDirectory ofNode(String jobId, int node) {
        String name = jobId + "-n" + Integer.toString(FIRST_NODE_NAME + node).substring(1);
        return new JobDirectory(name, parent().resolve(SHARED_MEMORY_PREFIX + name));
    }

    /** Makes it, under XDG_RUNTIME_DIR or, without that, under java.io.tmpdir. */
    public void create() {
        try {
            // This fails when the name exists, also as a symbolic link: nothing is followed.
            Files.createDirectory(path, OWNER_ONLY);
        } catch (IOException e) {
            throw LaunchFailure.of(
                    "cannot make the job's directory: path="
                            + path
                            + " cause="
                            + e
                            + "; set XDG_RUNTIME_DIR or java.io.tmpdir to a directory of yours",
                    e);
        }
    }

    /**
     * Makes a directory for the shared memory of this node's ranks: other nodes of the job may be
     * on the same machine. Null where there is no shared memory.
     */
    public Path createSharedMemory() {
        if (!Files.isDirectory(SHARED_MEMORY)) {
            return null;
        }
        try {
            Path own = SHARED_MEMORY.resolve(SHARED_MEMORY_PREFIX + jobId);
            return Files.createDirectory(own, OWNER_ONLY);
        } catch (IOException e) {
            throw LaunchFailure.of(
                    "cannot make a directory for shared memory: directory="
                            + SHARED_MEMORY
                            + " cause="
                            + e,
                    e);
        }
    }

    /**
     * Makes a directory for what the ranks of this node keep for those who look at them: in memory,
     * where there is such a place, so that nothing is written to a disk.
     *
     * @param variables of whoever has started the job
     */
    public JobRecords createRecords(Map<String, String> variables) {
        boolean inMemory = Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY);
        Path records = (inMemory ? SHARED_MEMORY : path).resolve(RecordFiles.directoryName(jobId));
        try {
            Path made = Files.createDirectory(records, OWNER_ONLY);
            return new JobRecords(made, jobId, variables);
        } catch (IOException e) {
            throw LaunchFailure.of(
                    "cannot make a directory for the counters of ranks: path="
                            + records
                            + " cause="
                            + e,
                    e);
        }
    }

    private static Path parent() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        Path chosen = Path.of(System.getProperty("java.io.tmpdir"));
        if (runtime != null && Files.isWritable(Path.of(runtime))) {
            chosen = Path.of(runtime);
        }
        return chosen.toString().length() > MAX_PATH_BYTES ? Path.of("/tmp") : chosen;
    }

    /** Process id and eight digits of the clock: no other job on this machine has it. */
    private static String newJobId() {
        long clock = System.nanoTime() >>> 4 & 0xffff_ffffL | 0x1_0000_0000L;
        return ProcessHandle.current().pid() + "-" + Long.toHexString(clock).substring(1);
    }

    /** The name that no other job on this machine has. */
    public String jobId() {
        return jobId;
    }

    /** The directory itself. */
    public Path path() {
        return path;
    }

    /** A file or directory in it. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /** Removes the directory and the job's shared memory files; follows no symbolic link. */
    public void remove() {
        try {
            removeTree(path);
            if (Files.isDirectory(SHARED_MEMORY)) {
                removeSharedMemory();
            }
        } catch (IOException e) {
            throw LaunchFailure.of("cannot remove the job's files: cause=" + e, e);
        }
    }

    private void removeSharedMemory() throws IOException {
        String prefix = SHARED_MEMORY_PREFIX + jobId;
        try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.getFileName().toString().startsWith(prefix)) {
                    removeTree(file);
                }
            }
        }
    }

    /** Removes a directory with all that is in it; follows no symbolic link. */
    static void removeTree(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    /** Several proxies on one machine may remove the same files. */
                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException failure)
                            throws IOException {
                        if (failure instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw failure;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path directory, IOException failure)
                            throws IOException {
                        Files.deleteIfExists(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
