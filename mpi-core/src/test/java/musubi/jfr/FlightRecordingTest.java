package musubi.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.event.CollectiveCounters;
import musubi.event.CollectiveGroup;
import musubi.event.PeerCounters;
import musubi.event.Protocol;
import musubi.event.WaitTarget;
import musubi.observe.recorder.EventRecorder;
import musubi.observe.recorder.RankObserver;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/** The recording selected by the setting has the events of a rank. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FlightRecordingTest {
    private static final long LONG_WAIT_MS = 5;

    /** The threshold for waits in musubi.jfc. */
    private static final long THRESHOLD_NS = 1_000_000;

    private static final long PATIENCE_NS = 120_000_000_000L;

    /** A file system without any space. */
    private static final Path FULL = Path.of("/proc");

    @TempDir private Path directory;

    private static RankObserver observer(Map<String, String> variables) {
        return FlightRecording.observer(
                new SingletonBootstrap(), new Settings(_ -> null, variables));
    }

    @Test
    @Order(1)
    void shouldRecordEventsWhenTheSettingNamesADirectory() throws Exception {
        assertNull(observer(Map.of()), "a recording without the setting");
        Path other = Files.writeString(directory.resolve("other"), "precious");
        Path written = Files.createSymbolicLink(directory.resolve("rank-0.jfr"), other);
        RankObserver observer = observer(Map.of("MUSUBI_JFR", directory.toString()));
        assertNotNull(observer);
        Recording recording = FlightRecorder.getFlightRecorder().getRecordings().getFirst();
        assertEquals(written.toAbsolutePath(), recording.getDestination());
        assertEquals("precious", Files.readString(other));
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(written)));
        EventRecorder events =
                EventRecorder.open(new SingletonBootstrap(), new Settings(_ -> null, Map.of()));
        events.observeBy(observer);
        makeEvents(events);
        Path file = directory.resolve("copy.jfr");
        recording.dump(file);
        recording.close();
        List<RecordedEvent> recorded = RecordingFile.readAllEvents(file);
        for (String secret : List.of("EnvironmentVariable", "SystemProperty")) {
            assertEquals(List.of(), named(recorded, "jdk.Initial" + secret));
        }
        RecordedEvent wait = onlyLongWait(recorded);
        assertEquals(3, wait.getInt("peer"));
        assertEquals("COMM_WORLD", wait.getString("communicator"));
        assertEquals(true, wait.getDuration().toMillis() >= LONG_WAIT_MS, wait::toString);
        RecordedEvent rendezvous = only(recorded, "musubi.Rendezvous");
        assertEquals(1 << 20, rendezvous.getLong("bytes"));
        assertEquals("jdk.jfr.DataAmount", annotation(rendezvous));
        assertEquals(2, only(recorded, "musubi.Unexpected").getInt("waiting"));
        assertEquals(4, only(recorded, "musubi.Connection").getInt("peer"));
        assertEquals(5, only(recorded, "musubi.Eviction").getInt("peer"));
        assertEquals(6, only(recorded, "musubi.Loss").getInt("peer"));
        assertEquals("chain", only(recorded, "musubi.Algorithm").getString("algorithm"));
        assertFalse(observer.watchesCalls(), "calls are off by default");
    }

    /** Second, because the first test checks that nothing is recorded without the setting. */
    @Test
    @Order(2)
    void shouldRecordCallsMessagesAndCountersWhenTheSettingsAreForATimeline() throws Exception {
        Path file = directory.resolve("timeline.jfr");
        try (Recording recording = new Recording(FlightRecording.configuration("timeline"))) {
            recording.start();
            JfrObserver observer = new JfrObserver(5);
            assertTrue(observer.watchesCalls());
            EventRecorder events =
                    EventRecorder.open(new SingletonBootstrap(), new Settings(_ -> null, Map.of()));
            events.observeBy(observer);
            observer.callBegan();
            makeEvents(events);
            observer.callEnded();
            makeMessages(events);
            events.finalizing();
            recording.dump(file);
        }
        List<RecordedEvent> recorded = RecordingFile.readAllEvents(file);
        assertEquals(
                List.of("3 0 eager 8", "3 1 rendezvous 1048576", "20 0 claim 9", "3 2 eager 10"),
                texts(recorded, "musubi.Send", "peer", "number", "protocol", "bytes"));
        assertEquals(
                List.of(
                        "stored 3 0 eager 8",
                        "matched 3 1 rendezvous 70000",
                        "met 3 -1 null 8",
                        "landed 3 -1 null 70000"),
                texts(recorded, "musubi.Receive", "step", "peer", "number", "protocol", "bytes"));
        assertEquals(
                List.of("5 3 7 8 COMM_WORLD"),
                texts(recorded, "musubi.Call", "rank", "peer", "tag", "bytes", "communicator"),
                "a call is about the first message sent in it");
        assertEquals(
                List.of("REDUCE tree 6 1 4 17 3 64"),
                texts(
                        recorded,
                        "musubi.Collective",
                        "operation",
                        "algorithm",
                        "context",
                        "first",
                        "ranks",
                        "number",
                        "root",
                        "bytes"));
        assertTrue(
                texts(recorded, "musubi.Counter", "name", "value")
                        .contains("sent.messages.eager.shm.node 2"));
        assertFalse(texts(recorded, "musubi.Clock", "nanoTime").isEmpty());
        assertEquals(List.of(), texts(recorded, "musubi.Unexpected", "peer"), "said twice");
    }

    /** Third, because the first test starts the recorder. */
    @Test
    @Order(3)
    void shouldStopWhenAFileSystemIsFull() {
        assumeTrue(Files.isDirectory(FULL), "not Linux");
        try (Recording recording = new Recording()) {
            recording.start();
            Path repository = Path.of(System.getProperty(RecordingSpace.REPOSITORY));
            assertTrue(Files.isDirectory(repository), repository::toString);
            assertTrue(repository.getParent().getFileName().toString().startsWith("musubi-"));
            new RecordingSpace(FULL, 0).stopWhenShort(recording);
            long start = System.nanoTime();
            while (recording.getState() == RecordingState.RUNNING
                    && System.nanoTime() - start < PATIENCE_NS) {
                LockSupport.parkNanos(THRESHOLD_NS);
            }
            assertEquals(RecordingState.STOPPED, recording.getState());
        }
    }

    private static void makeMessages(EventRecorder events) {
        PeerCounters peer = events.peerCounters(3, "shm", "node");
        PeerCounters other = events.peerCounters(20, "shm", "node");
        events.sent(other, Protocol.CLAIM, 0, 7, 9);
        events.sent(peer, Protocol.EAGER, 0, 7, 10);
        events.received(peer, Protocol.RENDEZVOUS, 0, 7, 70_000);
        events.matchedUnexpected(3, 0, 7, 8);
        events.landed(3, 0, 7, 70_000);
        CollectiveCounters tally = events.collectiveCounters("REDUCE", "tree");
        events.collectiveBegan(tally, 6, 64);
        events.collectiveEnded(tally, new CollectiveGroup(6, 4, member -> member + 1), 17, 2, 64);
    }

    /** These fields of all events of this name, in order. */
    private static List<String> texts(List<RecordedEvent> events, String name, String... fields) {
        return named(events, name).stream()
                .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                .map(each -> text(each, fields))
                .toList();
    }

    private static String text(RecordedEvent event, String... fields) {
        return Arrays.stream(fields)
                .map(field -> String.valueOf(event.<Object>getValue(field)))
                .collect(Collectors.joining(" "));
    }

    /** A short wait as well, which is below the threshold. */
    private static void makeEvents(EventRecorder events) throws InterruptedException {
        PeerCounters peer = events.peerCounters(3, "shm", "node");
        events.sent(peer, Protocol.EAGER, 0, 7, 8);
        events.sent(peer, Protocol.RENDEZVOUS, 0, 7, 1 << 20);
        events.unexpected(2, 16);
        events.arrivedUnexpected(peer, Protocol.EAGER, 0, 7, 8);
        events.opened(4);
        events.evicted(5);
        events.lost(6);
        events.chosen(events.collectiveCounters("BCAST", "chain"), "for the test", 4, 64);
        events.target().set(WaitTarget.What.SEND, 3, 9, 0, 16);
        events.waitBegan();
        events.waitEnded();
        events.target().set(WaitTarget.What.RECEIVE, 3, 9, 0, 16);
        events.waitBegan();
        Thread.sleep(2 * LONG_WAIT_MS);
        events.waitEnded();
    }

    /** The wait for a receive; the other one is recorded only if the thread was interrupted. */
    private static RecordedEvent onlyLongWait(List<RecordedEvent> events) {
        List<RecordedEvent> waits = named(events, "musubi.Wait");
        for (RecordedEvent each : waits) {
            assertTrue(each.getDuration().toNanos() >= THRESHOLD_NS, each::toString);
        }
        List<RecordedEvent> receives =
                waits.stream().filter(each -> each.getString("what").equals("receive")).toList();
        assertEquals(1, receives.size(), () -> "waits=" + waits);
        return receives.getFirst();
    }

    private static List<RecordedEvent> named(List<RecordedEvent> events, String name) {
        return events.stream().filter(each -> each.getEventType().getName().equals(name)).toList();
    }

    private static RecordedEvent only(List<RecordedEvent> events, String name) {
        List<RecordedEvent> found = named(events, name);
        assertEquals(1, found.size(), () -> name + " in " + events);
        return found.getFirst();
    }

    private static String annotation(RecordedEvent event) {
        return event.getEventType()
                .getField("bytes")
                .getAnnotationElements()
                .getFirst()
                .getTypeName();
    }
}
