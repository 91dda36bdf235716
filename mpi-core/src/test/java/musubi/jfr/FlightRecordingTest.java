package musubi.jfr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import musubi.bootstrap.SingletonBootstrap;
import musubi.config.Settings;
import musubi.observe.PeerTally;
import musubi.observe.Protocol;
import musubi.observe.RankEvents;
import musubi.observe.RankObserver;
import musubi.observe.WaitTarget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What a rank does is found in the recording that its setting asks for. */
class FlightRecordingTest {
    private static final long LONG_WAIT_MS = 5;

    @TempDir private Path directory;

    private static RankObserver observer(Map<String, String> variables) {
        return FlightRecording.observer(
                new SingletonBootstrap(), new Settings(_ -> null, variables));
    }

    @Test
    void shouldRecordWhatPassesWhenTheSettingNamesADirectory() throws Exception {
        assertNull(observer(Map.of()), "somebody records although nobody has asked");
        RankObserver observer = observer(Map.of("MUSUBI_JFR", directory.toString()));
        assertNotNull(observer);
        Recording recording = FlightRecorder.getFlightRecorder().getRecordings().getFirst();
        assertEquals(directory.resolve("rank-0.jfr").toAbsolutePath(), recording.getDestination());
        RankEvents events =
                RankEvents.open(new SingletonBootstrap(), new Settings(_ -> null, Map.of()));
        events.observeBy(observer);
        makeEvents(events);
        Path file = directory.resolve("copy.jfr");
        recording.dump(file);
        recording.close();
        List<RecordedEvent> recorded = RecordingFile.readAllEvents(file);
        RecordedEvent wait = only(recorded, "musubi.Wait");
        assertEquals("receive", wait.getString("what"));
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

    /** A short wait as well, which the threshold leaves out. */
    private static void makeEvents(RankEvents events) throws InterruptedException {
        PeerTally peer = events.tally(3, "shm", "node");
        events.sent(peer, Protocol.EAGER, 0, 7, 8);
        events.sent(peer, Protocol.RENDEZVOUS, 0, 7, 1 << 20);
        events.unexpected(2, 16);
        events.stored(peer, Protocol.EAGER, 0, 7, 8);
        events.opened(4);
        events.evicted(5);
        events.lost(6);
        events.chosen(events.collective("BCAST", "chain"), "for the test", 4, 64);
        events.target().set(WaitTarget.What.SEND, 3, 9, 0, 16);
        events.waitBegan();
        events.waitEnded();
        events.target().set(WaitTarget.What.RECEIVE, 3, 9, 0, 16);
        events.waitBegan();
        Thread.sleep(2 * LONG_WAIT_MS);
        events.waitEnded();
    }

    private static RecordedEvent only(List<RecordedEvent> events, String name) {
        List<RecordedEvent> found =
                events.stream().filter(each -> each.getEventType().getName().equals(name)).toList();
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
