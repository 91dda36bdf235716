package musubi.verbs.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.LocalContext;
import musubi.adi.RecordingInbound;
import musubi.adi.Transport;
import musubi.config.Setting;
import musubi.error.MpiFailure;
import musubi.memory.OtherUser;
import musubi.verbs.transport.options.VerbsSettings;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/** The file of a node's adapters in a directory that all users write to. */
final class VerbsPrivacyTest {
    private static final String JOB = "known-name";

    private Path common;
    private Path own;
    private Path victim;

    @BeforeEach
    void makeACommonDirectory() throws IOException {
        common = OtherUser.share(Files.createTempDirectory("verbs-privacy-test"));
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
        Map<String, String> settings =
                Map.of(
                        Setting.TRANSPORT.name(),
                        "verbs",
                        VerbsSettings.DIRECTORY.name(),
                        common.toString());
        return new VerbsTransportProvider()
                .open(LocalContext.of(rank, 2, JOB, new RecordingInbound(), settings::get));
    }

    private void assertRefused(Path inTheWay) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> open(0));
        String message = failure.getMessage();
        assertTrue(message.contains(inTheWay.toString()), message);
        assertTrue(message.contains("found=link owner="), message);
        assertTrue(message.contains("cause="), message);
    }

    @Test
    void shouldRefuseALinkInTheWay() throws IOException {
        Files.createSymbolicLink(own, common);
        assertRefused(own);
        Files.delete(own);
        open(0).close();
        Path file = Files.createSymbolicLink(own.resolve("musubi-" + JOB + ".verbs"), victim);
        assertRefused(file);
        assertEquals("precious", Files.readString(victim));
    }

    @Test
    void shouldNotUseAFileThatAnotherUserHasNamedFirst() throws Exception {
        OtherUser.assumePresent();
        Path taken = common.resolve("musubi-" + JOB + ".verbs");
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
