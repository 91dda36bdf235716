package musubi.observe.rankrecord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Values written into a record equal those that other processes read from its file. */
class RankRecordTest {
    private static final RankRecord.Owner OWNER = new RankRecord.Owner("77-abc", 3, 8);
    private static final int MOST_PER_CLOCK_READ = 64;

    @TempDir private Path directory;

    private RecordView read() {
        return RecordFiles.read(directory).getFirst();
    }

    @Test
    void shouldReadNamesUnitsAndValuesWhenTheFileIsMapped() throws IOException {
        RankRecord record = RankRecord.inFile(RecordFiles.of(directory, 3), OWNER);
        int messages = record.counterAt("sent.messages.x", "messages", CounterKind.COUNTER);
        record.counterAt("sent.bytes.x", "bytes", CounterKind.COUNTER);
        int most = record.counterAt("queue.max", "messages", CounterKind.MAXIMUM);
        record.addMessage(messages, 100);
        record.addMessage(messages, 11);
        record.raiseTo(most, 7);
        record.raiseTo(most, 5);
        RecordView view = read();
        assertEquals(3, view.rank());
        assertEquals(8, view.size());
        assertEquals("77-abc", view.job());
        assertEquals(ProcessHandle.current().pid(), view.pid());
        assertEquals(
                List.of(
                        new CounterValue("sent.messages.x", "messages", CounterKind.COUNTER, 2),
                        new CounterValue("sent.bytes.x", "bytes", CounterKind.COUNTER, 111),
                        new CounterValue("queue.max", "messages", CounterKind.MAXIMUM, 7)),
                view.all());
        assertEquals(111, view.value("sent.bytes.x"));
        assertEquals(0, view.value("no.such"));
        assertEquals(113, view.sum("sent."));
    }

    @Test
    void shouldReturnTheSameCounterWhenANameIsRepeated() {
        RankRecord record = RankRecord.inMemory(OWNER);
        int first = record.counterAt("a", "u", CounterKind.LEVEL);
        assertEquals(first, record.counterAt("a", "u", CounterKind.LEVEL));
        assertEquals(first + 1, record.counterAt("b", "u", CounterKind.LEVEL));
    }

    @Test
    void shouldKeepEveryOtherValueWhenThereAreMoreNamesThanPlaces() {
        RankRecord record = RankRecord.inMemory(OWNER);
        int last = 0;
        for (int i = 0; i < RecordLayout.ENTRIES + 10; i++) {
            last = record.counterAt("n" + i, "u", CounterKind.COUNTER);
            record.set(last, i);
        }
        record.addMessage(last + 4, 5);
        RecordView view = RecordView.of(record.memory());
        assertEquals(RecordLayout.ENTRIES - 6, view.all().size());
        for (CounterValue each : view.all()) {
            assertEquals("n" + each.value(), each.name());
        }
    }

    @Test
    void shouldKeepTheLatestEventsWhenTheRingWraps() {
        RankRecord record = RankRecord.inMemory(OWNER);
        int events = RecordLayout.RING_EVENTS * 5 / 2;
        for (int i = 0; i < events; i++) {
            record.addQuickEvent(EventKind.SENT_EAGER.ordinal(), i, -1, 4, 0, 10L * i);
        }
        List<RecordedEvent> latest = RecordView.of(record.memory()).events();
        assertEquals(RecordLayout.RING_EVENTS, latest.size());
        int number = events - RecordLayout.RING_EVENTS;
        long time = 0;
        int sharing = 0;
        int shared = 0;
        for (RecordedEvent event : latest) {
            assertEquals(EventKind.SENT_EAGER, event.kind());
            assertEquals(number, event.peer());
            assertEquals(-1, event.tag());
            assertEquals(4, event.contextId());
            assertEquals(10L * number, event.amount());
            sharing = event.exact() ? 0 : sharing + 1;
            assertTrue(sharing < MOST_PER_CLOCK_READ);
            shared += sharing > 0 ? 1 : 0;
            assertTrue(event.timeNs() >= time);
            time = event.timeNs();
            number++;
        }
        assertTrue(time <= System.nanoTime());
        assertTrue(shared > 0, "each event has read the clock");
    }

    @Test
    void shouldReadTheClockForEachEventWhenTheyAreFarBetween() throws InterruptedException {
        RankRecord record = RankRecord.inMemory(OWNER);
        for (int i = 0; i < 500; i++) {
            record.addQuickEvent(EventKind.RECEIVED.ordinal(), i, 0, 0, 0, 8);
        }
        for (int i = 0; i < MOST_PER_CLOCK_READ + 5; i++) {
            Thread.sleep(1);
            record.addQuickEvent(EventKind.RECEIVED.ordinal(), i, 0, 0, 0, 8);
        }
        List<RecordedEvent> all = RecordView.of(record.memory()).events();
        for (RecordedEvent event : all.subList(all.size() - 5, all.size())) {
            assertTrue(event.exact(), event::toString);
        }
    }

    @Test
    void shouldNameTheOperationOfACollectiveEvent() {
        RankRecord record = RankRecord.inMemory(OWNER);
        int place = record.counterAt("coll.calls.bcast.chain", "calls", CounterKind.COUNTER);
        int entry = RankRecord.entryAt(place);
        record.addEvent(EventKind.COLLECTIVE.ordinal(), -1, -1, 1, entry, 64);
        RecordedEvent event = RecordView.of(record.memory()).events().getFirst();
        assertEquals("bcast.chain", event.name());
        assertTrue(event.exact());
    }

    @Test
    void shouldHaveRoomForEachSiteWhenThereAreSeveral() throws IOException {
        int sites = 64;
        RankRecord record =
                RankRecord.inFile(
                        RecordFiles.of(directory, 3), new RankRecord.Owner("77-abc", 3, 8, sites));
        int names = RecordLayout.ENTRIES + (RecordLayout.ENTRIES_OF_SITE - 1) * sites;
        for (int i = 0; i < names; i++) {
            record.set(record.counterAt("n" + i, "u", CounterKind.COUNTER), i);
        }
        record.addQuickEvent(EventKind.SENT_EAGER.ordinal(), 5, -1, 4, 0, 10);
        RecordView view = read();
        assertEquals(names, view.all().size());
        for (CounterValue each : view.all()) {
            assertEquals("n" + each.value(), each.name());
        }
        assertEquals(5, view.events().getFirst().peer());
    }

    @Test
    void shouldReadNothingWhenAFileIsNoRecord() throws IOException {
        Path file = RecordFiles.of(directory, 0);
        Files.write(file, new byte[100]);
        assertNull(RecordView.read(file));
        Files.write(file, new byte[RecordLayout.bytes(RecordLayout.ENTRIES)]);
        assertNull(RecordView.read(file));
        assertTrue(RecordFiles.read(directory).isEmpty());
        assertTrue(RecordFiles.read(directory.resolve("missing")).isEmpty());
        assertFalse(Files.exists(directory.resolve("missing")));
    }
}
