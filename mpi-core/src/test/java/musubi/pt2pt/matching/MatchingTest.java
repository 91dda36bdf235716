package musubi.pt2pt.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.event.RankEvents;
import musubi.pt2pt.PointToPoint;
import musubi.pt2pt.RecvRequest;
import musubi.pt2pt.request.RequestTable;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The hashed queues against plain lists, on random sequences. MPI-4.1 section 3.5. */
class MatchingTest {
    private static final int STEPS = 20_000;

    private final Random random;
    private final long seed;

    MatchingTest() {
        seed = System.nanoTime();
        random = new Random(seed);
    }

    private static RankEvents events() {
        return RankEvents.open(
                new SingletonBootstrap(), new Settings(_ -> null, Map.<String, String>of()));
    }

    private RecvRequest receive() {
        RecvRequest request = new RecvRequest(null);
        request.contextId = random.nextInt(2);
        request.wantedSource = random.nextInt(4) == 0 ? PointToPoint.ANY_SOURCE : random.nextInt(3);
        request.wantedTag = random.nextInt(4) == 0 ? PointToPoint.ANY_TAG : random.nextInt(3);
        return request;
    }

    @Test
    void shouldTakeTheReceivePostedFirstWhenSeveralMatch() {
        PostedReceiveQueue queue = new PostedReceiveQueue(events());
        List<RecvRequest> model = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextBoolean()) {
                RecvRequest request = receive();
                queue.post(request);
                model.add(request);
            } else if (random.nextInt(10) == 0 && !model.isEmpty()) {
                RecvRequest gone = model.remove(random.nextInt(model.size()));
                assertEquals(true, queue.remove(gone), "seed=" + seed);
            } else {
                int context = random.nextInt(2);
                int source = random.nextInt(3);
                int tag = random.nextInt(3);
                assertSame(
                        firstThatTakes(model, context, source, tag),
                        queue.match(context, source, tag),
                        "seed=" + seed);
            }
            assertEquals(model.size(), queue.size());
        }
    }

    private static RecvRequest firstThatTakes(
            List<RecvRequest> model, int context, int source, int tag) {
        for (Iterator<RecvRequest> i = model.iterator(); i.hasNext(); ) {
            RecvRequest request = i.next();
            if (request.takes(context, source, tag)) {
                i.remove();
                return request;
            }
        }
        return null;
    }

    @Test
    void shouldFindTheEarliestMessageWhenSeveralFit() {
        UnexpectedQueue queue = new UnexpectedQueue(events());
        List<UnexpectedMessage> model = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextBoolean()) {
                UnexpectedMessage message = queue.acquire();
                message.contextId = random.nextInt(2);
                message.source = random.nextInt(3);
                message.tag = random.nextInt(3);
                queue.add(message);
                model.add(message);
            } else {
                RecvRequest wanted = receive();
                UnexpectedMessage expected = earliest(model, wanted);
                UnexpectedMessage found =
                        queue.find(wanted.contextId, wanted.wantedSource, wanted.wantedTag);
                assertSame(expected, found, "seed=" + seed);
                if (found != null) {
                    queue.remove(found);
                    queue.recycle(found);
                    model.remove(found);
                }
            }
            assertEquals(model.size(), queue.size());
        }
    }

    private static UnexpectedMessage earliest(List<UnexpectedMessage> model, RecvRequest wanted) {
        for (UnexpectedMessage message : model) {
            if (wanted.takes(message.contextId, message.source, message.tag)) {
                return message;
            }
        }
        return null;
    }

    @Test
    void shouldFindNothingWhenACookieIsOfARequestLongGone() {
        RequestTable table = new RequestTable();
        List<RecvRequest> requests = new ArrayList<>();
        List<Long> oldCookies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            RecvRequest request = new RecvRequest(null);
            requests.add(request);
            oldCookies.add(table.add(request));
        }
        requests.forEach(table::remove);
        RecvRequest fresh = new RecvRequest(null);
        long cookie = table.add(fresh);
        oldCookies.forEach(old -> assertNull(table.findRecv(old)));
        assertSame(fresh, table.findRecv(cookie));
        assertNull(table.findSend(cookie));
        assertNull(table.findRecv(-1));
        assertNull(table.findRecv(12345));
    }
}
