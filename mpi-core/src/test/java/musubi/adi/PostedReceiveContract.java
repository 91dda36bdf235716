package musubi.adi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The part of the contract about published receives and about words in remote memory. */
public abstract class PostedReceiveContract extends ConcurrentTransportContract {
    protected PostedReceiveContract() {}

    private static PostedReceive receive(int tag, int messages, long bytes) {
        PostedReceive receive = new PostedReceive();
        receive.set(3, 0, tag, messages, bytes);
        receive.remoteKey = 1000 + tag;
        receive.cookie = 5000L + tag << 30;
        return receive;
    }

    private ContractJob openPublishing() {
        ContractJob job = open(3);
        if (job.transport(0).traits().claimBytes() == Integer.MAX_VALUE) {
            job.close();
            assumeTrue(false, "publishes no receives");
        }
        return job;
    }

    @Test
    void shouldClaimAReceiveOnceWhenItFits() {
        try (ContractJob job = openPublishing()) {
            int place = job.transport(1).publish(receive(5, 7, 100));
            assertTrue(place >= 0);
            Endpoint endpoint = job.endpoint(0, 1);
            assertFalse(endpoint.claim(receive(6, 7, 100)), "another tag");
            assertFalse(endpoint.claim(receive(5, 8, 100)), "a message is on its way");
            assertFalse(endpoint.claim(receive(5, 7, 101)), "too long");
            assertFalse(job.endpoint(0, 2).claim(receive(5, 7, 100)), "another rank's");
            PostedReceive wanted = receive(5, 7, 99);
            wanted.remoteKey = 0;
            wanted.cookie = 0;
            assertTrue(endpoint.claim(wanted));
            assertEquals(receive(5, 7, 100).remoteKey, wanted.remoteKey);
            assertEquals(receive(5, 7, 100).cookie, wanted.cookie);
            assertFalse(endpoint.claim(wanted), "claimed before");
            assertFalse(job.transport(1).withdraw(place));
            assertEquals(-1, job.transport(1).publish(receive(5, 7, 100)), "in use");
            job.transport(1).free(place);
            assertTrue(job.transport(1).publish(receive(5, 7, 100)) >= 0);
        }
    }

    @Test
    void shouldNotFindWhatWasWithdrawn() {
        try (ContractJob job = openPublishing()) {
            int place = job.transport(1).publish(receive(5, 7, 100));
            assertTrue(job.transport(1).withdraw(place));
            assertFalse(job.endpoint(0, 1).claim(receive(5, 7, 100)));
            assertTrue(job.transport(1).publish(receive(5, 7, 100)) >= 0);
            assertTrue(job.endpoint(0, 1).claim(receive(5, 7, 100)));
        }
    }

    @Test
    void shouldNotPublishWhenAMessageHasArrived() {
        try (ContractJob job = openPublishing()) {
            job.drive(0, 1, envelope(1, 1), Patterns.region(new byte[8]));
            assertEquals(-1, job.transport(1).publish(receive(5, 7, 100)));
            job.driveUntil(1, 1);
            assertTrue(job.transport(1).publish(receive(5, 7, 100)) >= 0);
        }
    }

    @Test
    void shouldClaimExactlyWhatIsPublishedOnRandomSequences() {
        try (ContractJob job = openPublishing()) {
            Map<Integer, Integer> published = new HashMap<>();
            List<Integer> claimed = new ArrayList<>();
            for (int step = 0; step < 20_000; step++) {
                int tag = random.nextInt(40);
                Integer place = published.get(tag);
                switch (random.nextInt(3)) {
                    case 0 -> {
                        int found = place != null ? -1 : publish(job, tag);
                        if (found >= 0) {
                            published.put(tag, found);
                        }
                    }
                    case 1 -> {
                        boolean mine = job.endpoint(0, 1).claim(receive(tag, 0, 10));
                        assertEquals(place != null, mine, "seed=" + seed);
                        if (mine) {
                            claimed.add(published.remove(tag));
                        }
                    }
                    default -> {
                        claimed.forEach(job.transport(1)::free);
                        claimed.clear();
                        if (place != null) {
                            assertTrue(job.transport(1).withdraw(place), "seed=" + seed);
                            published.remove(tag);
                        }
                    }
                }
            }
        }
    }

    private static int publish(ContractJob job, int tag) {
        return job.transport(1).publish(receive(tag, 0, 10));
    }

    @Test
    void shouldSwapWordsAtomically() throws Exception {
        int times = 20_000;
        try (ContractJob job = open(3)) {
            MemorySegment word = job.transport(0).allocate(64);
            assumeTrue(word != null);
            long key = job.transport(0).remoteKey(new Region().wrap(word, 8, 8));
            job.inThreads(
                    rank -> {
                        for (int i = 0; rank > 0 && i < times; i++) {
                            increment(job.endpoint(rank, 0), key);
                        }
                    });
            assertEquals(2L * times, word.get(ValueLayout.JAVA_LONG, 8));
        }
    }

    private static void increment(Endpoint endpoint, long key) {
        long expected = 0;
        long before = endpoint.compareAndSwap(key, expected, 1);
        while (before != expected) {
            expected = before;
            before = endpoint.compareAndSwap(key, expected, expected + 1);
        }
    }
}
