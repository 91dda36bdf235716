package musubi.pt2pt.matching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.event.RankEvents;
import musubi.group.MessageAddress;
import musubi.observe.recorder.EventRecorder;
import musubi.pt2pt.request.GeneralizedRequest;
import musubi.pt2pt.request.RequestTable;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The hashed queues compared with plain lists, on random sequences. MPI-4.1 section 3.5. */
class MatchingTest {
    private static final int STEPS = 20_000;

    private final Random random;
    private final long seed;

    MatchingTest() {
        seed = System.nanoTime();
        random = new Random(seed);
    }

    private static RankEvents events() {
        return EventRecorder.open(
                new SingletonBootstrap(), new Settings(_ -> null, Map.<String, String>of()));
    }

    /** A receive with match bits only. */
    private static final class Receive extends PendingReceive {
        @Override
        public boolean advance() {
            return true;
        }

        @Override
        public void cancel() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String describe() {
            return "receive";
        }
    }

    private PendingReceive receive() {
        PendingReceive request = new Receive();
        request.contextId = random.nextInt(2);
        request.wantedSource =
                random.nextInt(4) == 0 ? MessageAddress.ANY_SOURCE : random.nextInt(3);
        request.wantedTag = random.nextInt(4) == 0 ? MessageAddress.ANY_TAG : random.nextInt(3);
        return request;
    }

    @Test
    void shouldTakeTheReceivePostedFirstWhenSeveralMatch() {
        PostedReceiveQueue queue = new PostedReceiveQueue(events());
        List<PendingReceive> model = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            if (random.nextBoolean()) {
                PendingReceive request = receive();
                queue.post(request);
                model.add(request);
            } else if (random.nextInt(10) == 0 && !model.isEmpty()) {
                PendingReceive gone = model.remove(random.nextInt(model.size()));
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

    private static PendingReceive firstThatTakes(
            List<PendingReceive> model, int context, int source, int tag) {
        for (Iterator<PendingReceive> i = model.iterator(); i.hasNext(); ) {
            PendingReceive request = i.next();
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
                PendingReceive wanted = receive();
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

    private static UnexpectedMessage earliest(
            List<UnexpectedMessage> model, PendingReceive wanted) {
        for (UnexpectedMessage message : model) {
            if (wanted.takes(message.contextId, message.source, message.tag)) {
                return message;
            }
        }
        return null;
    }

    @Test
    void shouldFindNothingWhenTheRequestOfACookieIsFinished() {
        RequestTable table = new RequestTable();
        List<PendingReceive> requests = new ArrayList<>();
        List<Long> oldCookies = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            PendingReceive request = new Receive();
            requests.add(request);
            oldCookies.add(table.add(request));
        }
        requests.forEach(table::remove);
        PendingReceive fresh = new Receive();
        long cookie = table.add(fresh);
        oldCookies.forEach(old -> assertNull(table.find(old, Receive.class)));
        assertSame(fresh, table.find(cookie, Receive.class));
        assertNull(table.find(cookie, GeneralizedRequest.class));
        assertNull(table.find(-1, Receive.class));
        assertNull(table.find(12345, Receive.class));
    }
}
