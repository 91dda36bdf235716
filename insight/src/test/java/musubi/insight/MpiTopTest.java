package musubi.insight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.googlecode.lanterna.TerminalSize;
import com.googlecode.lanterna.input.KeyStroke;
import com.googlecode.lanterna.input.KeyType;
import com.googlecode.lanterna.screen.Screen;
import com.googlecode.lanterna.screen.TerminalScreen;
import com.googlecode.lanterna.terminal.virtual.DefaultVirtualTerminal;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.event.PeerCounters;
import musubi.event.Protocol;
import musubi.event.WaitTarget;
import musubi.observe.rankrecord.RecordFiles;
import musubi.observe.recorder.EventRecorder;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The output of mpitop for records written in this process. */
class MpiTopTest {
    private static final String JOB = "4711-0abc";

    @TempDir private Path place;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private EventRecorder events;
    private PeerCounters peer;

    /** The job's name in records is that of the process, and so another one. */
    private EventRecorder writeRecord(String job) throws IOException {
        String directory =
                Files.createDirectory(place.resolve(RecordFiles.directoryName(job, "0123")))
                        .toString();
        Map<String, String> variables = Map.of(RecordFiles.DIRECTORY_VARIABLE, directory);
        return EventRecorder.open(new SingletonBootstrap(), new Settings(_ -> null, variables));
    }

    private void deleteJob() throws IOException {
        Path directory = place.resolve(RecordFiles.directoryName(JOB, "0123"));
        Files.delete(RecordFiles.of(directory, 0));
        Files.delete(directory);
    }

    private RunningJobs jobs() {
        return new RunningJobs(List.of(place));
    }

    @BeforeEach
    void writeRecord() throws IOException {
        events = writeRecord(JOB);
        peer = events.peerCounters(1, "shm", "node");
        events.sent(peer, Protocol.EAGER, 0, 7, 8);
        events.sent(peer, Protocol.RENDEZVOUS, 0, 7, 1 << 20);
        events.unexpected(3, 24);
        events.target().set(WaitTarget.What.RECEIVE, 1, 9, 0, 16);
        events.waitBegan();
    }

    private int run(String... words) {
        return MpiTop.run(jobs(), null, new PrintWriter(out), new PrintWriter(err), words);
    }

    @Test
    void shouldPrintARowForEachRankOnce() {
        assertEquals(0, run("--once"));
        List<String> lines = out.toString().lines().toList();
        assertEquals(3, lines.size(), out::toString);
        assertTrue(lines.get(1).contains("WAIT%"), out::toString);
        String row = lines.get(2);
        assertTrue(row.contains(Long.toString(ProcessHandle.current().pid())), row);
        String state = "waits for a message of rank 1, tag=9 in COMM_WORLD";
        assertTrue(row.endsWith(state), row);
    }

    @Test
    void shouldPrintAllCountersAsCsv() {
        assertEquals(0, run("--once", "--csv", "4711"));
        List<String> lines = out.toString().lines().toList();
        assertEquals("rank,name,unit,kind,value", lines.getFirst());
        for (String expected :
                List.of(
                        "0,sent.messages.eager.shm.node,messages,counter,1",
                        "0,sent.bytes.eager.shm.node,bytes,counter,8",
                        "0,sent.bytes.rendezvous.shm.node,bytes,counter,1048576",
                        "0,unexpected.messages,messages,level,3",
                        "0,unexpected.messages.max,messages,maximum,3")) {
            assertTrue(lines.contains(expected), () -> expected + " is not in\n" + out);
        }
    }

    private void fillSites() {
        Map<String, Long> levels =
                Map.of(
                        "grid.site.A", 1L,
                        "grid.latency.agreed.A", 62_000L,
                        "grid.bandwidth.agreed.A", 1_250_000_000L,
                        "grid.latency.agreed.B", 4_083_000L,
                        "grid.bandwidth.agreed.B", 110_500_000L,
                        "grid.latency.current.B", 8_100_000L,
                        "grid.bandwidth.current.B", 12_500_000L);
        levels.forEach((name, value) -> events.namedLevel(name, "u").accept(value));
        PeerCounters far = events.peerCounters(2, "tcp", "site.B");
        events.sent(far, Protocol.EAGER, 0, 7, 500_000);
        events.sent(far, Protocol.RENDEZVOUS, 0, 7, 2_000_000);
        events.received(far, Protocol.EAGER, 0, 7, 100_000);
    }

    @Test
    void shouldPrintARowForEachPairOfSites() {
        fillSites();
        assertEquals(0, run("--once", "--sites"));
        List<String> lines = out.toString().lines().map(MpiTopTest::squeezed).toList();
        assertEquals(
                List.of(
                        "SITE PEER RANKS LAT ms NOW MBIT/s NOW SENT MB RECV MB",
                        "A A 1 0.062 - 10000 - 2 1.0 0 0.0",
                        "A B 1 4.083 8.100 884 100 2 2.5 1 0.1"),
                lines.subList(1, lines.size()));
    }

    private static String squeezed(String line) {
        return line.strip().replaceAll(" +", " ");
    }

    @Test
    void shouldSayThatThereIsOneSiteWhenThereAreNoOthers() {
        assertEquals(0, run("--once", "--sites"));
        List<String> lines = out.toString().lines().toList();
        assertTrue(lines.getFirst().endsWith("; all on one site"), lines::toString);
        assertEquals(2, lines.size(), lines::toString);
    }

    @Test
    void shouldListTheJobsWhenTheRequestedOneDoesNotExist() {
        assertEquals(1, run("99"));
        assertTrue(err.toString().contains("job=99 running=[4711-0abc]"), err::toString);
        assertEquals(2, run("--no-such-option"));
    }

    @Test
    void shouldSayThatNoJobRunsWhenThereIsNone() throws IOException {
        deleteJob();
        assertEquals(1, run());
        assertTrue(
                err.toString().startsWith("mpitop: no job runs on this machine;"), err::toString);
    }

    @Test
    void shouldFollowAJobWhoseRecordsHaveALongerName() {
        FollowedJob followed =
                new FollowedJob(jobs(), jobs().find(null).orElseThrow(), true, TopTable::new);
        for (int look = 0; look < 3; look++) {
            List<String> lines = followed.lines();
            assertTrue(
                    lines.getFirst().startsWith("job 4711-0abc: 1 ranks, 1 running"),
                    lines::toString);
            assertEquals(3, lines.size(), lines::toString);
            assertFalse(followed.hasEnded());
        }
    }

    @Test
    void shouldTakeTheNextJobWhenTheFirstOneHasEnded() throws IOException {
        FollowedJob followed =
                new FollowedJob(jobs(), jobs().find(null).orElseThrow(), false, TopTable::new);
        followed.lines();
        deleteJob();
        List<String> ended = followed.lines();
        assertEquals("job 4711-0abc has ended; waiting for the next one", ended.getFirst());
        assertEquals(3, ended.size(), "its last table is gone");
        assertTrue(followed.hasEnded());
        assertFalse(followed.isOver());
        writeRecord("4712-0def");
        assertTrue(followed.lines().getFirst().startsWith("job 4712-0def: "));
        assertFalse(followed.hasEnded());
    }

    @Test
    void shouldKeepTheJobWhenANewerOneStarts() throws IOException {
        FollowedJob followed =
                new FollowedJob(jobs(), jobs().find(null).orElseThrow(), false, TopTable::new);
        writeRecord("4712-0def");
        String headline = followed.lines().getFirst();
        assertTrue(headline.startsWith("job 4711-0abc: "), headline);
        assertTrue(headline.endsWith("; also running: 4712-0def"), headline);
    }

    @Test
    void shouldWaitForAJobWhenNoneRunsYet() throws IOException {
        deleteJob();
        FollowedJob followed = new FollowedJob(jobs(), null, false, TopTable::new);
        assertTrue(followed.lines().getFirst().startsWith("no job runs on this machine"));
        writeRecord("4712-0def");
        assertTrue(followed.lines().getFirst().startsWith("job 4712-0def: "));
    }

    @Test
    void shouldEndWhenANamedJobHasEnded() throws IOException {
        FollowedJob followed =
                new FollowedJob(jobs(), jobs().find("4711").orElseThrow(), true, TopTable::new);
        followed.lines();
        writeRecord("4712-0def");
        assertFalse(followed.isOver());
        deleteJob();
        assertEquals("job 4711-0abc has ended", followed.lines().getFirst());
        assertTrue(followed.isOver());
    }

    private long tables() {
        return out.toString().lines().filter(line -> line.contains("WAIT%")).count();
    }

    @Test
    void shouldPrintLinesUntilTheJobEndsWhenThereIsNoTerminal() throws Exception {
        Thread top = Thread.ofVirtual().start(() -> run("-i", "0.05"));
        // A second table comes only if the first look has not been taken for the end.
        while (top.isAlive() && tables() < 2) {
            Thread.onSpinWait();
        }
        assertTrue(tables() >= 2, out::toString);
        deleteJob();
        top.join();
        assertEquals("job 4711-0abc has ended", out.toString().lines().toList().getLast());
    }

    @Test
    void shouldShowRatesBetweenTwoLooks() {
        TopTable table = new TopTable();
        table.lines(jobs().find(null).orElseThrow());
        String quiet =
                table.lines(jobs().find(null).orElseThrow()).get(2).replaceAll(" +", " ").strip();
        assertTrue(quiet.split(" ")[3].equals("0"), quiet);
        for (int i = 0; i < 1000; i++) {
            events.sent(peer, Protocol.EAGER, 0, 7, 8);
        }
        String busy =
                table.lines(jobs().find(null).orElseThrow()).get(2).replaceAll(" +", " ").strip();
        assertTrue(Double.parseDouble(busy.split(" ")[3]) > 0, busy);
    }

    @Test
    void shouldScrollRanksBelowTheTitlesAndEndByAKey() throws IOException {
        DefaultVirtualTerminal terminal = new DefaultVirtualTerminal(new TerminalSize(40, 8));
        try (Screen lanterna = new TerminalScreen(terminal)) {
            lanterna.startScreen();
            TopScreen screen = new TopScreen(lanterna);
            List<String> lines = new ArrayList<>(List.of("head", "titles"));
            for (int rank = 0; rank < 20; rank++) {
                lines.add("rank " + rank);
            }
            screen.show(lines);
            assertEquals("rank 0", row(screen, 2));
            terminal.addInput(new KeyStroke(KeyType.PageDown));
            terminal.addInput(new KeyStroke(KeyType.ArrowDown));
            assertTrue(screen.handleKeys());
            screen.show(lines);
            assertEquals("head", row(screen, 0));
            assertEquals("titles", row(screen, 1));
            assertEquals("rank 6", row(screen, 2));
            terminal.addInput(new KeyStroke(KeyType.End));
            screen.handleKeys();
            screen.show(lines);
            assertEquals("rank 19", row(screen, 6));
            terminal.addInput(new KeyStroke('q', false, false));
            assertFalse(screen.handleKeys());
        }
    }

    private static String row(TopScreen screen, int row) {
        StringBuilder text = new StringBuilder();
        for (int column = 0; column < 40; column++) {
            text.append(screen.at(column, row).getCharacterString());
        }
        return text.toString().strip();
    }
}
