package musubi.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.LocalContext;
import musubi.adi.RecordingInbound;
import musubi.adi.Transport;
import musubi.error.MpiFailure;
import musubi.memory.OtherUser;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The node file in a directory that all users write to. */
final class ShmPrivacyTest {
    private static final String JOB = "known-name";

    private Path common;
    private Path own;
    private Path victim;

    @BeforeEach
    void makeACommonDirectory() throws IOException {
        common = OtherUser.share(Files.createTempDirectory("shm-privacy-test"));
        own = common.resolve("musubi-" + Files.getAttribute(common, "unix:uid"));
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

    private Transport open(int rank) {
        String directory = ShmSettings.DIRECTORY.name();
        return new ShmTransportProvider()
                .open(
                        LocalContext.of(
                                rank,
                                2,
                                JOB,
                                new RecordingInbound(),
                                name -> name.equals(directory) ? common.toString() : null));
    }

    private void assertRefused(Path inTheWay) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> open(0));
        String message = failure.getMessage();
        assertTrue(message.contains(inTheWay.toString()), message);
        assertTrue(message.contains("found=link owner="), message);
        assertTrue(message.contains("MUSUBI_SHM_DIRECTORY"), message);
    }

    @Test
    void shouldRefuseALinkInTheWay() throws IOException {
        Files.createSymbolicLink(own, common);
        assertRefused(own);
        Files.delete(own);
        open(0).close();
        Path file = Files.createSymbolicLink(own.resolve("musubi-" + JOB), victim);
        assertRefused(file);
        assertEquals("precious", Files.readString(victim));
    }

    @Test
    void shouldNotUseAFileThatAnotherUserHasNamedFirst() throws Exception {
        OtherUser.assumePresent();
        Path taken = common.resolve("musubi-" + JOB);
        assertEquals(0, OtherUser.run("umask 0; : > \"$1\"", taken).exitCode());
        Transport one = open(0);
        Transport other = open(1);
        assertEquals(0, Files.size(taken));
        OtherUser.Result read = OtherUser.run("cat \"$1\"/*", own);
        assertNotEquals(0, read.exitCode(), read::output);
        one.close();
        other.close();
    }

    @Test
    void shouldNameTheUserWhoHasTakenTheDirectory() throws Exception {
        OtherUser.assumePresent();
        assertEquals(0, OtherUser.run("ln -s \"$2\" \"$1\"", own, common).exitCode());
        assertRefused(own);
        MpiFailure failure = assertThrows(MpiFailure.class, () -> open(0));
        assertTrue(failure.getMessage().contains("owner=" + OtherUser.UID), failure::getMessage);
    }
}
