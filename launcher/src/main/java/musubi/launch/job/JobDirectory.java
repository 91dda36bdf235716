package musubi.launch.job;

import musubi.error.Descriptors;
import musubi.launch.failure.LaunchFailure;
import musubi.memory.PrivateFiles;
import musubi.observe.rankrecord.RecordFiles;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The name of a job and its private directory (mode 0700) for the PMI socket and compiled classes.
 * The names of all files of a job contain the job's name.
 *
 * @param jobId the name of the job, unique on this machine
 * @param path the directory itself
 */
public record JobDirectory(String jobId, Path path) {
    /** The prefix of shared memory files, before the job id. */
    public static final String SHARED_MEMORY_PREFIX = "musubi-";

    /** The variables of ranks with the directory of {@link #createSharedMemory}. */
    public static final List<String> SHARED_MEMORY_VARIABLES =
            List.of("MUSUBI_SHM_DIRECTORY", "MUSUBI_VERBS_DIRECTORY");

    public static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private static final Path TEMPORARY = Path.of(System.getProperty("java.io.tmpdir"));

    /** Where ranks have directories of their own, the last one for unfinished recordings. */
    public static final List<Path> PLACES = List.of(SHARED_MEMORY, TEMPORARY);

    /** The longest path that leaves room for a socket name (sun_path has 108 bytes, or 104). */
    private static final int MAX_PATH_BYTES = 50;

    /** Node 0; without the first digit all nodes have five digits. */
    private static final int FIRST_NODE_NAME = 100_000;

    /**
     * Chooses the name and directory of a job without creating it, so that a watcher can start
     * first.
     */
    public static JobDirectory choose() {
        return named(newJobId());
    }

    /**
     * Other users may see the name of a job; so that of a directory has a part that they do not.
     */
    private static JobDirectory named(String jobId) {
        return new JobDirectory(jobId, parent().resolve(unguessable(jobId)));
    }

    private static String unguessable(String jobId) {
        return SHARED_MEMORY_PREFIX + jobId + "-" + PrivateFiles.unguessable();
    }

    /**
     * The directory of a node proxy. Its name starts with that of the job and is not a prefix of
     * another node's.
     *
     * @param jobId the name of the job
     */
    public static JobDirectory ofNode(String jobId, int node) {
        return named(nameOfNode(jobId, node));
    }

    private static String nameOfNode(String jobId, int node) {
        return jobId + "-n" + Integer.toString(FIRST_NODE_NAME + node).substring(1);
    }

    /**
     * The directories of this user for the proxies of a node on this machine: usually none or one.
     */
    public static List<JobDirectory> presentOfNode(String jobId, int node) throws IOException {
        String name = nameOfNode(jobId, node);
        List<JobDirectory> present = new ArrayList<>();
        String names = SHARED_MEMORY_PREFIX + name + "-[0-9a-f]*";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(parent(), names)) {
            for (Path file : files) {
                // Other users may create directories of such names.
                if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)
                        && PrivateFiles.isOwn(file)) {
                    present.add(new JobDirectory(name, file));
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return present;
    }

    /** Creates the directory, in XDG_RUNTIME_DIR or else in java.io.tmpdir. */
    public void create() {
        try {
            PrivateFiles.createDirectory(path);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot create the job's directory", e)
                    .with("path", path)
                    .with("cause", e)
                    .advice("set XDG_RUNTIME_DIR or java.io.tmpdir to a writable directory");
        }
    }

    /**
     * Creates a directory for the shared memory of this node's ranks, since other nodes of the job
     * may be on the same machine.
     *
     * @return the variables of ranks that name it; none on machines without /dev/shm
     */
    public Map<String, String> createSharedMemory() {
        if (!hasSharedMemory()) {
            return Map.of();
        }
        try {
            Path own = SHARED_MEMORY.resolve(unguessable(jobId));
            String name = PrivateFiles.createDirectory(own).toString();
            return SHARED_MEMORY_VARIABLES.stream()
                    .collect(Collectors.toMap(Function.identity(), _ -> name));
        } catch (IOException e) {
            throw LaunchFailure.of("cannot create a directory for shared memory", e)
                    .with("directory", SHARED_MEMORY)
                    .with("cause", e);
        }
    }

    /**
     * Creates a directory for the counters and events of this node's ranks, in memory if possible
     * to avoid disk writes.
     *
     * @param variables the environment of mpiexec
     */
    public JobRecords createRecords(Map<String, String> variables) {
        String name = RecordFiles.directoryName(jobId, PrivateFiles.unguessable());
        Path records = (hasSharedMemory() ? SHARED_MEMORY : path).resolve(name);
        try {
            Path created = PrivateFiles.createDirectory(records);
            return new JobRecords(created, jobId, variables);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot create a directory for the counters of ranks", e)
                    .with("path", records)
                    .with("cause", e);
        }
    }

    private static boolean hasSharedMemory() {
        return Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY);
    }

    private static Path parent() {
        String runtime = System.getenv("XDG_RUNTIME_DIR");
        Path chosen = TEMPORARY;
        if (runtime != null && Files.isWritable(Path.of(runtime))) {
            chosen = Path.of(runtime);
        }
        return chosen.toString().length() > MAX_PATH_BYTES ? Path.of("/tmp") : chosen;
    }

    /** Process id and eight digits of the clock: unique on this machine. */
    private static String newJobId() {
        long clock = System.nanoTime() >>> 4 & 0xffff_ffffL | 0x1_0000_0000L;
        return ProcessHandle.current().pid() + "-" + Long.toHexString(clock).substring(1);
    }

    /** A file or directory in it. */
    public Path resolve(String name) {
        return path.resolve(name);
    }

    /** Removes the directory and those in {@link #PLACES}; follows no symbolic link. */
    public void remove() {
        try {
            removeTree(path);
            for (Path place : PLACES) {
                if (Files.isReadable(place)) {
                    removeFrom(place);
                }
            }
        } catch (IOException e) {
            if (Descriptors.areExhausted(e)) {
                // The watcher process removes them, and the failure that ends the job is reported.
                return;
            }
            throw LaunchFailure.of("cannot remove the job's files", e).with("cause", e);
        }
    }

    /** Removes the directory, and not those of another proxy of the same node. */
    public void removeAlone() throws IOException {
        removeTree(path);
    }

    /** Directories of the node proxies of this job, which they remove, have other names. */
    private void removeFrom(Path place) throws IOException {
        String names = SHARED_MEMORY_PREFIX + jobId + "-[0-9a-f]*";
        try (DirectoryStream<Path> files = Files.newDirectoryStream(place, names)) {
            for (Path file : files) {
                // What belongs to another user may change while it is removed.
                if (PrivateFiles.isOwn(file)) {
                    removeTree(file);
                }
            }
        }
    }

    /**
     * Removes a directory and its contents; follows no symbolic link. Other proxies on the same
     * machine may remove the same files.
     */
    static void removeTree(Path root) throws IOException {
        if (Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> children = Files.newDirectoryStream(root)) {
                for (Path child : children) {
                    removeTree(child);
                }
            } catch (NoSuchFileException e) {
                return;
            }
        }
        Files.deleteIfExists(root);
    }
}
