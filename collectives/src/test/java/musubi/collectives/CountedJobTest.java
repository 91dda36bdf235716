package musubi.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.Rank;
import musubi.coll.CollectiveCall;
import musubi.coll.CollectiveKind;
import musubi.group.MessageAddress;
import musubi.job.JobOfThreads;
import musubi.observe.rankrecord.CounterValue;
import musubi.observe.rankrecord.EventKind;
import musubi.observe.rankrecord.RecordView;
import musubi.observe.rankrecord.RecordedEvent;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.SendRequest;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Counters of ranks for a known number of messages. */
class CountedJobTest {
    private static final int SHORT = 8;
    private static final int LONG = 1 << 20;

    private static final MpiType BYTES = MpiType.BYTE;

    private static void send(Rank rank, int to, int tag, int bytes) {
        PointToPoint pt2pt = rank.pt2pt();
        SendRequest request = pt2pt.sendRequest(SendMode.STANDARD);
        request.bind(new byte[bytes], 0, bytes, BYTES);
        pt2pt.start(request, rank.world(), to, tag);
        pt2pt.await(request);
        pt2pt.release(request);
    }

    private static void receive(Rank rank, int from, int tag, int bytes) {
        PointToPoint pt2pt = rank.pt2pt();
        RecvRequest request = pt2pt.recvRequest();
        request.bind(new byte[bytes], 0, bytes, BYTES);
        pt2pt.start(request, rank.world(), from, tag);
        pt2pt.await(request);
        pt2pt.release(request);
    }

    private static RecordView view(Rank rank) {
        return RecordView.of(rank.events().memory());
    }

    @Test
    void shouldCountMessagesByProtocolAndPeer() throws InterruptedException {
        JobOfThreads.run(
                2,
                Map.of(),
                rank -> {
                    int other = 1 - rank.world().rank();
                    if (rank.world().rank() == 0) {
                        send(rank, other, 5, SHORT);
                        send(rank, other, 6, SHORT);
                        send(rank, other, 7, LONG);
                        receive(rank, other, 8, SHORT);
                        RecordView view = view(rank);
                        assertEquals(2, ofProtocol(view, "sent.messages.eager."));
                        assertEquals(2 * SHORT, ofProtocol(view, "sent.bytes.eager."));
                        assertEquals(1, ofLong(view, "sent.messages."));
                        assertEquals(LONG, ofLong(view, "sent.bytes."));
                    } else {
                        receive(rank, MessageAddress.ANY_SOURCE, 6, SHORT);
                        assertTrue(view(rank).value("unexpected.messages") >= 1);
                        assertEquals(SHORT, view(rank).value("unexpected.bytes"));
                        receive(rank, other, 5, SHORT);
                        receive(rank, other, 7, LONG);
                        send(rank, other, 8, SHORT);
                        RecordView view = view(rank);
                        assertEquals(2, ofProtocol(view, "received.messages.eager."));
                        assertEquals(LONG, ofLong(view, "received.bytes."));
                        assertEquals(0, view.value("unexpected.messages"));
                        assertTrue(view.value("unexpected.messages.max") >= 1);
                        assertTrue(view.value("match.misses") >= 1, () -> "" + view.all());
                        List<EventKind> kinds = kinds(view);
                        assertEquals(EventKind.JOINED, kinds.getFirst());
                        assertTrue(kinds.contains(EventKind.UNEXPECTED), kinds::toString);
                        assertTrue(kinds.contains(EventKind.MATCHED_UNEXPECTED), kinds::toString);
                        assertEquals(EventKind.SENT_EAGER, kinds.getLast());
                    }
                });
    }

    /** A long message is announced, or meets a receive that was posted before. */
    private static long ofLong(RecordView view, String prefix) {
        return ofProtocol(view, prefix + "rendezvous.") + ofProtocol(view, prefix + "claim.");
    }

    /** Messages between the ranks, those of a rank with itself left out. */
    private static long ofProtocol(RecordView view, String prefix) {
        return view.all().stream()
                .filter(each -> each.name().startsWith(prefix) && each.name().endsWith(".node"))
                .mapToLong(CounterValue::value)
                .sum();
    }

    private static List<EventKind> kinds(RecordView view) {
        return view.events().stream().map(RecordedEvent::kind).toList();
    }

    @Test
    void shouldMeasureAndDescribeWaitsWhenRanksWait() throws InterruptedException {
        long pauseNs = 30_000_000;
        CompletableFuture<Rank> waiting = new CompletableFuture<>();
        JobOfThreads.run(
                2,
                Map.of(),
                rank -> {
                    if (rank.world().rank() == 0) {
                        waiting.complete(rank);
                        receive(rank, 1, 9, SHORT);
                        RecordView view = view(rank);
                        long waited = view.value("wait.time");
                        assertTrue(waited > pauseNs / 2, () -> "waited=" + waited);
                        assertEquals(0, view.value("wait.since"));
                        RecordedEvent wait =
                                view.events().stream()
                                        .filter(each -> each.kind() == EventKind.WAITING)
                                        .findFirst()
                                        .orElseThrow();
                        assertEquals(1, wait.peer());
                        assertEquals(9, wait.tag());
                        assertEquals(SHORT, wait.amount());
                    } else {
                        Rank other = waiting.get();
                        while (view(other).value("wait.since") == 0) {
                            Thread.onSpinWait();
                        }
                        Thread.sleep(pauseNs / 1_000_000);
                        send(rank, 0, 9, SHORT);
                    }
                });
    }

    @Test
    void shouldCountCollectiveCallsByAlgorithm() throws InterruptedException {
        JobOfThreads.run(
                3,
                Map.of("coll.bcast", "binomial"),
                rank -> {
                    for (int i = 0; i < 4; i++) {
                        CollectiveCall call = new CollectiveCall().reset(CollectiveKind.BCAST);
                        call.receive.set(new byte[100], 0, 100, BYTES);
                        rank.world().collectives().run(call);
                    }
                    RecordView view = view(rank);
                    assertEquals(4, view.sum("coll.calls.bcast.binomial"), () -> "" + view.all());
                    assertEquals(400, view.sum("coll.bytes.bcast.binomial"));
                    long begun = count(view, EventKind.COLLECTIVE);
                    assertEquals(4, begun);
                    assertEquals(begun, count(view, EventKind.COLLECTIVE_DONE));
                });
    }

    private static long count(RecordView view, EventKind kind) {
        return kinds(view).stream().filter(kind::equals).count();
    }
}
