package musubi.launch.training;

import musubi.memory.PrivateFiles;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The AOT caches of a user's programs. Each program has a folder, named after the checksum of its
 * key, with a stamp and, for each training, a folder with the cache and the packed classes. A cache
 * is code, so a folder that another user can write to is not used.
 *
 * @param path the folder of all; it may not exist
 */
record ProgramFolder(Path path) {
    /** The caches that are kept, least recently used ones going first. */
    static final int MOST = 20;

    /** The name of the cache in the folder of its training. */
    static final String CACHE = "program.aot";

    private static final String STAMP = "stamp";

    /** A training that lasts longer may lose its files to the next one of the same program. */
    private static final int TRAINING_HOURS = 1;

    /** The folder for the user with these environment variables. */
    static ProgramFolder of(Map<String, String> variables) {
        String caches = variables.getOrDefault("XDG_CACHE_HOME", "");
        if (caches.isEmpty()) {
            caches = variables.getOrDefault("HOME", System.getProperty("user.home")) + "/.cache";
        }
        return new ProgramFolder(Path.of(caches, "musubi", "programs").toAbsolutePath());
    }

    /** Whether a program has been trained; nothing else is done if none has. */
    boolean exists() {
        return new File(path.toString()).isDirectory();
    }

    /** The folder of a program. */
    Path folder(String key) {
        return path.resolve(Long.toHexString(Checksum.of(key)));
    }

    /** Creates the folder of a program, unless it is there. */
    Path create(String key) throws IOException {
        Path own = folder(key);
        PrivateFiles.createDirectories(own);
        check(own);
        return own;
    }

    /**
     * Checks that a folder of a program can be used.
     *
     * @throws IOException if other users may have written into it
     */
    void check(Path own) throws IOException {
        if (!PrivateFiles.isPrivateDirectory(path) || !PrivateFiles.isPrivateDirectory(own)) {
            throw new IOException(
                    path + " and the folders in it need mode 0700 and this user as their owner");
        }
    }

    /** The stamp of a program; null if it has no cache. */
    static Stamp stamp(Path own) throws IOException {
        return Stamp.read(own.resolve(STAMP));
    }

    /** Notes the use of a cache. */
    static void touch(Path own) {
        own.resolve(STAMP).toFile().setLastModified(System.currentTimeMillis());
    }

    /** The cache of this stamp in the folder of its program. */
    static Path cache(Path own, Stamp stamp) {
        return own.resolve(stamp.version()).resolve(CACHE);
    }

    /** Makes the cache of this stamp the program's, and removes those that no job starts with. */
    void publish(Path own, Stamp stamp) throws IOException {
        Stamp former = stamp(own);
        Path written = own.resolve(stamp.version()).resolve(STAMP);
        PrivateFiles.create(written).close();
        Files.writeString(written, stamp.text(), StandardCharsets.UTF_8);
        Files.move(written, own.resolve(STAMP), StandardCopyOption.ATOMIC_MOVE);
        FileTime oldest = FileTime.from(Instant.now().minus(TRAINING_HOURS, ChronoUnit.HOURS));
        for (Path version : children(own)) {
            String name = version.getFileName().toString();
            boolean needed = name.equals(stamp.version()) || name.equals(STAMP);
            // Jobs that have just read the former stamp start with its files.
            boolean isFormer = former != null && name.equals(former.version());
            if (!needed && !isFormer && time(version).compareTo(oldest) < 0) {
                delete(version);
            }
        }
        prune(MOST);
    }

    /** Removes programs until at most this number is left, least recently used ones first. */
    void prune(int most) throws IOException {
        List<Path> programs = children(path);
        if (programs.size() <= most) {
            return;
        }
        Map<Path, FileTime> times = new HashMap<>();
        for (Path each : programs) {
            times.put(each, lastUse(each));
        }
        programs.sort(Comparator.comparing(times::get));
        for (Path each : programs.subList(0, programs.size() - most)) {
            delete(each);
        }
    }

    /** The time of the last use of a program's cache. */
    static FileTime lastUse(Path own) throws IOException {
        Path stamp = own.resolve(STAMP);
        return time(Files.exists(stamp) ? stamp : own);
    }

    private static FileTime time(Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            // Another mpiexec has removed it.
            return FileTime.fromMillis(0);
        }
    }

    /** The folders of all programs. */
    List<Path> programs() throws IOException {
        return exists() ? children(path) : List.of();
    }

    /** Removes the caches of all programs. */
    void remove() throws IOException {
        delete(path);
    }

    /** The files of a folder; none if another mpiexec has removed it. */
    private static List<Path> children(Path folder) throws IOException {
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            children.forEach(all::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return all;
        }
        return all;
    }

    /** Removes a file, or a folder with all that is in it; follows no link. */
    static void delete(Path file) throws IOException {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            for (Path child : children(file)) {
                delete(child);
            }
        }
        Files.deleteIfExists(file);
    }
}
