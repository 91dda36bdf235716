package musubi.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;
import musubi.region.Region;
import musubi.replay.journal.JournalProvider;
import musubi.replay.journal.Match;
import musubi.replay.journal.MatchLog;
import musubi.replay.journal.NondeterministicCall;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The files of a journal, also after the process is killed. */
class JournalFilesTest {
    private static final JournalProvider.Rank RANK = new JournalProvider.Rank(0, new int[2]);
    private static final int KILLED_AFTER = 500;

    @TempDir private Path folder;

    private static Match match(long receive) {
        return new Match(receive, 4, 1, 3 * receive, 17, 5, 2, receive << 33);
    }

    private static JournalProvider.Recording recording(boolean payload, long limitBytes) {
        return new JournalProvider.Recording(payload, limitBytes, true);
    }

    /** Also the files that come later, once the first one is full. */
    @Test
    void shouldHaveFilesThatOnlyTheirOwnerReads() throws IOException {
        Path job = folder.resolve("new");
        try (MatchLog order = new ChronicleJournals().record(job, RANK, recording(false, 4096))) {
            for (int i = 0; i < KILLED_AFTER; i++) {
                order.matched(match(i));
            }
            order.recordedOutcome(0, NondeterministicCall.TEST);
        }
        int files = 0;
        try (Stream<Path> all = Files.walk(job)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                boolean isDirectory = Files.isDirectory(each);
                files += isDirectory ? 0 : 1;
                assertEquals(
                        isDirectory ? "rwx------" : "rw-------",
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(each)),
                        each::toString);
            }
        }
        assertTrue(files > JournalStore.FILES, "files=" + files);
    }

    @Test
    void shouldRefuseALinkInThePlaceOfAJournal() throws IOException {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.createSymbolicLink(folder.resolve("rank-0"), other);
        assertThrows(
                MpiFailure.class,
                () -> new ChronicleJournals().record(folder, RANK, recording(false, 0)));
        try (Stream<Path> files = Files.list(other)) {
            assertEquals(0, files.count());
        }
    }

    @Test
    void shouldReturnRecordsInAnyOrder() {
        ChronicleJournals journals = new ChronicleJournals();
        try (MatchLog order = journals.record(folder, RANK, recording(false, 0))) {
            for (int i : new int[] {2, 0, 3}) {
                order.matched(match(i));
            }
            order.matched(Match.cancelled(1));
            assertEquals(
                    MatchLog.NOT_RECORDED, order.recordedOutcome(0, NondeterministicCall.TEST));
            order.recordOutcome(0, NondeterministicCall.TEST, null);
            order.recordedOutcome(0, NondeterministicCall.WAIT_SOME);
            order.recordOutcome(0, NondeterministicCall.WAIT_SOME, new int[] {0, 300});
        }
        try (MatchLog order = journals.replay(folder, RANK, false)) {
            assertEquals(match(0), order.matchOfReceive(0));
            assertEquals(match(3), order.matchOfMessage(4, 1, 9));
            assertTrue(order.matchOfReceive(1).isCancelled());
            assertEquals(match(2), order.matchOfReceive(2));
            assertNull(order.matchOfReceive(4));
            assertNull(order.matchOfMessage(4, 1, 1));
            assertNull(order.recordedOutcome(0, NondeterministicCall.TEST));
            assertEquals(300, order.recordedOutcome(0, NondeterministicCall.WAIT_SOME)[1]);
            assertEquals(
                    MatchLog.NOT_RECORDED, order.recordedOutcome(0, NondeterministicCall.TEST));
        }
    }

    @Test
    void shouldNotOverwriteAJournal() {
        ChronicleJournals journals = new ChronicleJournals();
        journals.record(folder, RANK, recording(false, 0)).close();
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class,
                        () -> journals.record(folder, RANK, recording(false, 0)).close());
        assertTrue(failure.getMessage().contains("journal already"), failure.getMessage());
    }

    @Test
    void shouldKeepTheLatestWhenTheLimitIsReached() throws IOException {
        ChronicleJournals journals = new ChronicleJournals();
        long last = 20_000;
        try (MatchLog order = journals.record(folder, RANK, recording(false, 64 << 10))) {
            for (long i = 0; i <= last; i++) {
                order.matched(match(i));
            }
        }
        Path own = ChronicleJournals.directoryOf(folder, 0);
        try (Stream<Path> files = Files.list(own)) {
            long count = files.filter(file -> file.toString().endsWith(".cq4")).count();
            assertEquals(JournalStore.FILES, count);
        }
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> journals.replay(folder, RANK, false).close());
        assertTrue(failure.getMessage().contains("--journal-limit"), failure.getMessage());
    }

    /** Another process records, prints what it has recorded, and is killed meanwhile. */
    @Test
    void shouldHaveTheLastEventWhenTheProcessIsKilled() throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.addAll(List.of(Recorder.class.getName(), folder.toString()));
        Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        long printed = -1;
        try (BufferedReader lines = process.inputReader()) {
            String line;
            while ((line = lines.readLine()) != null) {
                printed = Long.parseLong(line);
                if (printed == KILLED_AFTER) {
                    process.toHandle().destroyForcibly();
                }
            }
        }
        assertEquals(128 + 9, process.waitFor());
        assertTrue(printed >= KILLED_AFTER, () -> "the other process ended by itself");
        try (MatchLog order = new ChronicleJournals().replay(folder, RANK, true)) {
            for (long i = 0; i <= printed; i++) {
                assertEquals(match(i), order.matchOfReceive(i));
                assertEquals((byte) i, order.payloadOf(i)[0]);
                assertNull(order.recordedOutcome(0, NondeterministicCall.TEST));
            }
        }
    }

    /** The other process. */
    static final class Recorder {
        private Recorder() {}

        public static void main(String[] words) {
            MatchLog order =
                    new ChronicleJournals().record(Path.of(words[0]), RANK, recording(true, 0));
            for (long i = 0; true; i++) {
                order.matched(match(i));
                byte[] data = {(byte) i};
                order.payload(i, new Region().wrapArray(data, 0, 1), 1);
                order.recordedOutcome(0, NondeterministicCall.TEST);
                order.recordOutcome(0, NondeterministicCall.TEST, null);
                System.out.println(i);
            }
        }
    }
}
