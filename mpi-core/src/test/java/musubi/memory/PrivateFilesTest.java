package musubi.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What another user puts in the way of private files, and what it can do to them. */
final class PrivateFilesTest {
    private static final String FILE = "rw-------";
    private static final String DIRECTORY = "rwx------";

    private Path common;
    private Path own;
    private Path victim;
    private int user;

    @BeforeEach
    void makeACommonDirectory() throws IOException {
        common = OtherUser.share(Files.createTempDirectory("private-files-test"));
        user = (Integer) Files.getAttribute(common, "unix:uid");
        own = common.resolve("musubi-" + user);
        victim = Files.writeString(common.resolve("victim"), "precious");
    }

    @AfterEach
    void remove() throws IOException {
        try (Stream<Path> all = Files.walk(common)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static void setMode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private static void write(FileChannel to) throws IOException {
        try (to) {
            to.write(ByteBuffer.wrap(new byte[] {1}));
        }
    }

    private void assertRefused(Path file, String found, Executable call) throws IOException {
        FileSystemException refused = assertThrows(FileSystemException.class, call::run);
        String message = refused.getMessage();
        List.of(file.toString(), "found=" + found, "owner=", "mode=", "needed: owner=" + user)
                .forEach(part -> assertTrue(message.contains(part), message));
        assertEquals("precious", Files.readString(victim));
    }

    private interface Executable {
        void run() throws IOException;
    }

    @Test
    void shouldCreateWhatOnlyTheOwnerReaches() throws IOException {
        assertEquals(own, PrivateFiles.within(common));
        assertEquals(DIRECTORY, mode(own));
        assertEquals(own, PrivateFiles.within(common), "the second one finds it");
        assertEquals(own, PrivateFiles.within(own), "it is private itself");
        Path file = own.resolve("f");
        write(PrivateFiles.open(file));
        assertEquals(FILE, mode(file));
        PrivateFiles.open(file).close();
        assertEquals(1, Files.size(file), "the second one opens it");
        assertThrows(FileAlreadyExistsException.class, () -> PrivateFiles.create(file));
        PrivateFiles.replace(file).close();
        assertEquals(0, Files.size(file));
        try (Writer text = PrivateFiles.writer(own.resolve("text"))) {
            text.write("text");
        }
        assertEquals(FILE, mode(own.resolve("text")));
        Path deep = PrivateFiles.createDirectories(own.resolve("a/b"));
        assertEquals(DIRECTORY, mode(deep));
        assertEquals(DIRECTORY, mode(deep.getParent()));
    }

    @Test
    void shouldMakeAnotherNameEachTime() {
        assertEquals(16, PrivateFiles.unguessable().length());
        assertNotEquals(PrivateFiles.unguessable(), PrivateFiles.unguessable());
    }

    @Test
    void shouldRefuseADirectoryThatOthersEnter() throws IOException {
        PrivateFiles.within(common);
        setMode(own, "rwx--x--x");
        assertRefused(own, "directory", () -> PrivateFiles.within(common));
        setMode(own, DIRECTORY);
        assertEquals(own, PrivateFiles.within(common));
    }

    @Test
    void shouldTellAPrivateDirectoryFromOthers() throws IOException {
        Path one = PrivateFiles.createDirectory(common.resolve("one"));
        assertTrue(PrivateFiles.isPrivateDirectory(one));
        setMode(one, "rwxrwx---");
        assertFalse(PrivateFiles.isPrivateDirectory(one));
        setMode(one, DIRECTORY);
        Path link = Files.createSymbolicLink(common.resolve("link"), one);
        assertFalse(PrivateFiles.isPrivateDirectory(link));
        assertFalse(PrivateFiles.isPrivateDirectory(victim));
        assertFalse(PrivateFiles.isPrivateDirectory(common.resolve("none")));
    }

    @Test
    void shouldRefuseALinkInThePlaceOfTheDirectory() throws IOException {
        Path elsewhere = PrivateFiles.createDirectory(common.resolve("elsewhere"));
        Files.createSymbolicLink(own, elsewhere);
        assertRefused(own, "link", () -> PrivateFiles.within(common));
    }

    @Test
    void shouldNotFollowALinkInThePlaceOfAFile() throws IOException {
        setMode(victim, FILE);
        Path file = Files.createSymbolicLink(common.resolve("f"), victim);
        assertRefused(file, "link", () -> PrivateFiles.open(file));
        Path dangling = Files.createSymbolicLink(common.resolve("d"), common.resolve("none"));
        assertRefused(dangling, "link", () -> PrivateFiles.open(dangling));
        assertFalse(Files.exists(common.resolve("none")));
        write(PrivateFiles.replace(file));
        assertEquals("precious", Files.readString(victim));
        assertTrue(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void shouldRefuseAFileThatOthersRead() throws IOException {
        setMode(victim, "rw-r-----");
        assertRefused(victim, "file", () -> PrivateFiles.open(victim));
        setMode(victim, FILE);
        PrivateFiles.open(victim).close();
    }

    @Test
    void shouldRefuseAPipe() throws Exception {
        Path pipe = common.resolve("p");
        assertEquals(0, new ProcessBuilder("mkfifo", "-m", "600", "" + pipe).start().waitFor());
        assertRefused(pipe, "special", () -> PrivateFiles.open(pipe));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mkdir -m 777 \"$1\"",
                "mkdir -m 700 \"$1\"",
                "ln -s \"$2\" \"$1\"",
                "mkfifo -m 666 \"$1\"",
                "umask 0; : > \"$1\""
            })
    void shouldRefuseWhatAnotherUserHasPutThere(String command) throws Exception {
        OtherUser.assumePresent();
        Path elsewhere = PrivateFiles.createDirectory(common.resolve("elsewhere"));
        assertEquals(0, OtherUser.run(command, own, elsewhere).exitCode());
        FileSystemException refused =
                assertThrows(FileSystemException.class, () -> PrivateFiles.within(common));
        String message = refused.getMessage();
        assertTrue(message.contains("owner=" + OtherUser.UID), message);
        assertTrue(message.contains("ask its owner or the administrator to remove it"), message);
        try (Stream<Path> files = Files.list(elsewhere)) {
            assertEquals(0, files.count());
        }
        Path file = common.resolve("f");
        assertEquals(0, OtherUser.run(command, file, victim).exitCode());
        assertThrows(FileSystemException.class, () -> PrivateFiles.open(file));
        assertThrows(FileSystemException.class, () -> PrivateFiles.create(file));
        assertFalse(PrivateFiles.isOwn(file));
        assertEquals("precious", Files.readString(victim));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls \"$1\"",
                "cat \"$1/f\"",
                "echo forged > \"$1/f\"",
                "rm -f \"$1/f\"",
                "ln \"$1/f\" \"$2/hard\"",
                "mv \"$1\" \"$2/moved\"",
                "chmod 777 \"$1\"",
                ": > \"$1/new\""
            })
    void shouldKeepAnotherUserOut(String command) throws Exception {
        OtherUser.assumePresent();
        Path file = PrivateFiles.within(common).resolve("f");
        write(PrivateFiles.open(file));
        OtherUser.Result result = OtherUser.run(command, own, common);
        assertNotEquals(0, result.exitCode(), result::output);
        assertEquals(1, Files.size(file));
        try (Stream<Path> files = Files.list(own)) {
            assertEquals(List.of(file), files.toList());
        }
    }
}
