package musubi.observe.rankrecord;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.event.WaitTarget;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The report on ranks after a failure. */
class LastEventsReportTest {
    private static final int NONE = WaitTarget.NONE;

    private static RankRecord record(int rank) {
        return RankRecord.inMemory(new RankRecord.Owner("job", rank, 40));
    }

    private static RecordView waiting(int rank, int peer) {
        RankRecord record = record(rank);
        record.addEvent(EventKind.SENT_EAGER.ordinal(), peer, 5, 0, 0, 8);
        addWait(record, peer);
        return RecordView.of(record.memory());
    }

    private static void addWait(RankRecord record, int peer) {
        int receive = WaitTarget.What.RECEIVE.ordinal();
        record.addEvent(EventKind.WAITING.ordinal(), peer, 6, 0, receive, 16);
        record.set(record.counterAt("wait.since", "ns", CounterKind.LEVEL), System.nanoTime());
    }

    private static RecordView ended(int rank, EventKind last) {
        RankRecord record = record(rank);
        record.addEvent(last.ordinal(), NONE, NONE, NONE, 3, 0);
        return RecordView.of(record.memory());
    }

    private static List<String> lines(List<RecordView> views) {
        return new LastEventsReport(views, System.nanoTime(), 16, 8).lines();
    }

    @Test
    void shouldReportTheWaitAndTheEventsBefore() {
        List<String> lines = lines(List.of(waiting(0, 1), ended(1, EventKind.ABORTED)));
        assertTrue(
                lines.get(0)
                        .startsWith(
                                "  rank 0 waits for a message of rank 1, tag=6 in COMM_WORLD (for"
                                        + " 0."),
                lines::toString);
        assertTrue(
                lines.get(1).endsWith(" s  sent 8 bytes to rank 1, tag=5 in COMM_WORLD"),
                lines::toString);
        assertTrue(lines.get(2).startsWith("  rank 1 was not in a wait"), lines::toString);
        assertTrue(lines.get(3).endsWith(" s  called abort with code 3"), lines::toString);
        assertEquals(4, lines.size());
    }

    @Test
    void shouldNameFinalizeWhenARankWaitsThere() {
        RankRecord record = record(0);
        record.addEvent(EventKind.FINALIZING.ordinal(), NONE, NONE, NONE, 0, 0);
        addWait(record, 1);
        List<String> lines = lines(List.of(RecordView.of(record.memory())));
        assertTrue(
                lines.getFirst().startsWith("  rank 0 waits in MPI.Finalize for rank 1 (for 0."),
                lines::toString);
    }

    @Test
    void shouldBeEmptyWhenAllRanksHaveLeftInGoodOrder() {
        assertEquals(List.of(), lines(List.of(ended(0, EventKind.LEFT), ended(1, EventKind.LEFT))));
    }

    @Test
    void shouldSelectRanksThatExplainTheFailureWhenThereAreMany() {
        List<RecordView> views = new ArrayList<>();
        for (int rank = 0; rank < 40; rank++) {
            views.add(
                    switch (rank) {
                        case 23 -> ended(rank, EventKind.RECEIVED);
                        case 31 -> ended(rank, EventKind.FAILED);
                        default -> waiting(rank, rank < 38 ? 23 : 39);
                    });
        }
        List<String> ranks =
                lines(views).stream().filter(line -> line.startsWith("  rank")).toList();
        assertEquals(16, ranks.size());
        for (int rank : List.of(23, 31, 39)) {
            assertTrue(
                    ranks.stream().anyMatch(line -> line.startsWith("  rank " + rank + " ")),
                    () -> rank + " is not in " + ranks);
        }
        assertEquals("  and ranks 13-22, 24-30, 32-38", lines(views).getLast());
    }

    @Test
    void shouldLimitTheEventsOfARank() {
        RankRecord.Owner owner = new RankRecord.Owner("job", 0, 2);
        ByteBuffer memory = RankRecord.newMemory(owner);
        RankRecord record = new RankRecord(memory, owner);
        for (int i = 0; i < 100; i++) {
            record.addQuickEvent(EventKind.RECEIVED.ordinal(), 1, i, 2, 0, 8);
        }
        // Which events have a time of their own depends on the clock.
        int at = RecordLayout.RING_AT + 92 * RecordLayout.EVENT_BYTES;
        memory.putLong(at, memory.getLong(at) & ~RecordLayout.FRESH);
        List<String> lines = lines(List.of(RecordView.of(record.memory())));
        assertEquals(9, lines.size());
        assertTrue(lines.get(1).contains(" ~-"), lines::toString);
        assertTrue(lines.get(1).endsWith("from rank 1, tag=92 in COMM_SELF"), lines::toString);
        assertTrue(lines.getLast().contains("tag=99"), lines::toString);
    }
}
