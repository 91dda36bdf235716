package musubi.verbs.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.wire.LoopbackFabric;
import musubi.verbs.wire.ManualClock;
import musubi.verbs.wire.WireKind;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

class InitiatorPoolTest {
    private static final int QUOTA = 4;

    private final Side side = new Side(new LoopbackFabric(), 1, new ManualClock(), 8);
    private final List<QueuePair> initiators =
            List.of(side.newInitiator(), side.newInitiator(), side.newInitiator());
    private final InitiatorPool pool = new InitiatorPool(initiators, QUOTA);

    @Test
    void shouldLendTheLatestAgainWhenOneIsHandedBack() {
        assertSame(initiators.get(0), post(10));
        assertSame(initiators.get(1), post(11));
        pool.onCompleted(10);
        assertSame(initiators.get(0), post(12));
        pool.onCompleted(11);
        pool.onCompleted(12);
        assertSame(initiators.get(0), post(13));
    }

    @Test
    void shouldKeepTheSameOneWhileSomethingIsOutstanding() {
        for (int i = 0; i < 3 * QUOTA; i++) {
            assertSame(initiators.get(0), post(5), "no quota without waiting destinations");
        }
        for (int i = 1; i < 3 * QUOTA; i++) {
            pool.onCompleted(5);
        }
        assertSame(initiators.get(0), post(5));
    }

    @Test
    void shouldServeInOrderOfRequestsWhenAllAreAssigned() {
        post(1);
        post(2);
        post(3);
        assertNull(pool.request(4));
        assertNull(pool.request(5));
        assertNull(pool.request(4));
        assertEquals(-1, pool.next());
        pool.onCompleted(2);
        assertEquals(4, pool.next());
        assertNull(pool.request(5), "it is not its turn");
        assertNotNull(post(4));
        assertEquals(-1, pool.next());
        pool.onCompleted(1);
        assertEquals(5, pool.next());
    }

    @Test
    void shouldStopAtTheQuotaWhenOthersWait() {
        post(1);
        post(2);
        post(3);
        assertNull(pool.request(4));
        for (int i = 1; i < QUOTA; i++) {
            assertNotNull(post(1));
        }
        assertNull(pool.request(1), "its quota is used up");
        for (int i = 0; i < QUOTA; i++) {
            pool.onCompleted(1);
        }
        assertEquals(4, pool.next());
        assertNotNull(post(4));
    }

    @Test
    void shouldStarveNoDestinationWhenAllAlwaysSend() {
        Random random = new Random(WireKind.SEED);
        int destinations = 20;
        int[] sent = new int[destinations];
        List<Integer> outstanding = new ArrayList<>();
        for (int step = 0; step < 100_000; step++) {
            int destination = pool.next() >= 0 ? pool.next() : random.nextInt(destinations);
            if (pool.request(destination) != null) {
                pool.onPosted(destination);
                sent[destination]++;
                outstanding.add(destination);
            }
            if (!outstanding.isEmpty() && random.nextBoolean()) {
                int done = outstanding.remove(random.nextInt(outstanding.size()));
                pool.onCompleted(done);
            }
        }
        for (int count : sent) {
            assertTrue(count > 500, "one of them sent only " + count + " seed=" + WireKind.SEED);
        }
    }

    private QueuePair post(int destination) {
        QueuePair initiator = pool.request(destination);
        assertNotNull(initiator);
        pool.onPosted(destination);
        return initiator;
    }
}
