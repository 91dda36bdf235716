package musubi.memory;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/**
 * Files and directories that no other user of the machine can read, write or replace: files of mode
 * 0600, directories of mode 0700. New ones are created exclusively, so whatever stands in the way
 * is neither opened nor changed; present ones are used only if they belong to this user, have that
 * mode and are no links. In a directory that others write to only the name of a directory is ever
 * created; all else lies in such directories, so nothing can change between a check and the use.
 *
 * <p>All methods throw {@link IOException}; if something of another user is in the way, its message
 * has the path, what is there, owner, mode and a remedy. On a system without POSIX permissions
 * nothing is checked. Thread rule: any thread.
 */
public final class PrivateFiles {
    private static final String PREFIX = "musubi-";
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path RANDOM = Path.of("/dev/urandom");
    private static final int NAME_BYTES = 8;

    /** Real, effective, saved, and the one that owns new files. */
    private static final int FILE_UID = 3;

    private static final int PERMISSIONS = 0777;
    private static final int FILE_MODE = 0600;
    private static final int DIRECTORY_MODE = 0700;

    private PrivateFiles() {}

    /** 16 hexadecimal digits that another user cannot guess. */
    public static String unguessable() {
        byte[] bytes = new byte[NAME_BYTES];
        // SecureRandom loads its providers, which takes longer than the rest of a start.
        try (InputStream source = Files.newInputStream(RANDOM)) {
            if (source.readNBytes(bytes, 0, NAME_BYTES) != NAME_BYTES) {
                new SecureRandom().nextBytes(bytes);
            }
        } catch (IOException e) {
            new SecureRandom().nextBytes(bytes);
        }
        return HexFormat.of().formatHex(bytes);
    }

    /** Creates a directory; fails if there is anything of this name, also a link. */
    public static Path createDirectory(Path path) throws IOException {
        return Files.createDirectory(path, ownerOnly("rwx------"));
    }

    /** Creates a directory and those above it that are missing; a present one stays as it is. */
    public static Path createDirectories(Path path) throws IOException {
        return Files.createDirectories(path, ownerOnly("rwx------"));
    }

    /**
     * The place for files whose names others know: the directory itself if it is private, else
     * {@code musubi-UID} in it, which is created if it is missing.
     *
     * @throws FileSystemException if anything else has that name
     */
    public static Path within(Path common) throws IOException {
        if (!isPosix()) {
            return common;
        }
        int user = user();
        Present given = Present.at(common);
        if (given.isDirectory() && given.isPrivate(user, DIRECTORY_MODE)) {
            return common;
        }
        Path own = common.resolve(PREFIX + user);
        try {
            return createDirectory(own);
        } catch (FileAlreadyExistsException e) {
            Present found = Present.at(own);
            if (!found.isDirectory() || !found.isPrivate(user, DIRECTORY_MODE)) {
                throw found.refused(own, "no private directory", user, DIRECTORY_MODE);
            }
            return own;
        }
    }

    /** Creates a file, to read and write; fails if there is anything of this name, also a link. */
    public static FileChannel create(Path file) throws IOException {
        Set<OpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE_NEW,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE,
                        LinkOption.NOFOLLOW_LINKS);
        return FileChannel.open(file, options, ownerOnly("rw-------"));
    }

    /**
     * Creates a file in the place of an older one, or of a link, which goes without its target.
     *
     * @throws FileSystemException if it belongs to another user, in a directory where only owners
     *     may remove
     */
    public static FileChannel replace(Path file) throws IOException {
        Files.deleteIfExists(file);
        return create(file);
    }

    /**
     * Opens a file, to read and write, or creates it. Any number of processes of this user may do
     * so at the same time.
     *
     * @param file in a private directory ({@link #within})
     * @throws FileSystemException if it is no private file of this user
     */
    public static FileChannel open(Path file) throws IOException {
        while (true) {
            try {
                return create(file);
            } catch (FileAlreadyExistsException e) {
                try {
                    check(file);
                    return FileChannel.open(
                            file,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE,
                            LinkOption.NOFOLLOW_LINKS);
                } catch (NoSuchFileException gone) {
                    // Another process has removed it since.
                    continue;
                }
            }
        }
    }

    /** Checks, before a file is opened, that it is a regular one of this user with mode 0600. */
    public static void check(Path file) throws IOException {
        if (!isPosix()) {
            return;
        }
        Present found = Present.at(file);
        int user = user();
        if (!found.isFile() || !found.isPrivate(user, FILE_MODE)) {
            throw found.refused(file, "no private file", user, FILE_MODE);
        }
    }

    /** Gives a file of this user, which a library has created, mode 0600. */
    public static void restrict(Path file) throws IOException {
        if (isPosix()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    /** Device and inode: equal for two files if and only if they are the same. */
    public static String identity(Path file) throws IOException {
        Map<String, Object> found =
                Files.readAttributes(file, "unix:dev,ino", LinkOption.NOFOLLOW_LINKS);
        return found.get("dev") + ":" + found.get("ino");
    }

    /** Whether this is a directory of this user with mode 0700, and no link to one. */
    public static boolean isPrivateDirectory(Path path) {
        try {
            Present found = Present.at(path);
            return found.isDirectory() && found.isPrivate(user(), DIRECTORY_MODE);
        } catch (IOException e) {
            return false;
        } catch (UnsupportedOperationException e) {
            // Not POSIX.
            return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /** Whether what is there, if a link that itself, belongs to this user; false if nothing is. */
    public static boolean isOwn(Path path) {
        try {
            return !isPosix() || Present.at(path).owner == user();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Writes a text file that a user has named: a new one is private, a present one keeps its mode.
     */
    public static BufferedWriter writer(Path file) throws IOException {
        Set<OpenOption> options =
                Set.of(
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE);
        FileChannel channel = FileChannel.open(file, options, ownerOnly("rw-------"));
        return new BufferedWriter(Channels.newWriter(channel, StandardCharsets.UTF_8));
    }

    private static boolean isPosix() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    }

    private static FileAttribute<?>[] ownerOnly(String permissions) {
        return isPosix()
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /** The user id of new files. The owner of /proc/self is root in some processes of others. */
    private static int user() throws IOException {
        if (!Files.exists(STATUS)) {
            // Not Linux.
            Path probe = Files.createTempFile("musubi", null);
            try {
                return (Integer) Files.getAttribute(probe, "unix:uid");
            } finally {
                Files.delete(probe);
            }
        }
        for (String line : Files.readAllLines(STATUS, StandardCharsets.ISO_8859_1)) {
            if (line.startsWith("Uid:")) {
                return Integer.parseUnsignedInt(line.substring(4).strip().split("\\s+")[FILE_UID]);
            }
        }
        throw new FileSystemException(STATUS.toString(), null, "has no line Uid");
    }

    /** What a path leads to, without following a link. */
    private record Present(int owner, int mode, String kind) {
        private static final String FILE = "file";
        private static final String DIRECTORY = "directory";

        static Present at(Path path) throws IOException {
            Map<String, Object> found =
                    Files.readAttributes(
                            path,
                            "unix:uid,mode,isRegularFile,isDirectory,isSymbolicLink",
                            LinkOption.NOFOLLOW_LINKS);
            String kind =
                    isTrue(found, "isRegularFile")
                            ? FILE
                            : isTrue(found, "isDirectory")
                                    ? DIRECTORY
                                    : isTrue(found, "isSymbolicLink") ? "link" : "special";
            int mode = (Integer) found.get("mode") & PERMISSIONS;
            return new Present((Integer) found.get("uid"), mode, kind);
        }

        private static boolean isTrue(Map<String, Object> found, String name) {
            return Boolean.TRUE.equals(found.get(name));
        }

        boolean isFile() {
            return kind.equals(FILE);
        }

        boolean isDirectory() {
            return kind.equals(DIRECTORY);
        }

        boolean isPrivate(int user, int wanted) {
            return owner == user && mode == wanted;
        }

        FileSystemException refused(Path path, String what, int user, int wanted) {
            return new FileSystemException(
                    path.toString(),
                    null,
                    "%s of this user: found=%s owner=%s mode=%04o needed: owner=%s mode=%04o; %s"
                            .formatted(
                                    what,
                                    kind,
                                    Integer.toUnsignedString(owner),
                                    mode,
                                    Integer.toUnsignedString(user),
                                    wanted,
                                    owner == user
                                            ? "remove it"
                                            : "ask its owner or the administrator to remove it"));
        }
    }
}
