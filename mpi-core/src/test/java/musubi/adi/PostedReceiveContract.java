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

/** The part of the contract about published receives and words in remote memory. */
public abstract class PostedReceiveContract extends NodeMemoryContract {
    protected PostedReceiveContract() {}

    private static PostedReceive receive(int tag, int messages, long bytes) {
        PostedReceive receive = new PostedReceive();
        receive.set(3, 0, tag, messages, bytes);
        receive.remoteKey = 1000 + tag;
        receive.cookie = 5000L + tag << 30;
        return receive;
    }

    private ContractJob openPublishing() {
        assumeTrue(has(PostedReceives.class));
        return open(3);
    }

    private static PostedReceives receives(ContractJob job, int from, int to) {
        return job.endpoint(from, to).capability(PostedReceives.class);
    }

    @Test
    void shouldClaimAReceiveOnceWhenItFits() {
        try (ContractJob job = openPublishing()) {
            int place = receives(job, 1, 0).publish(receive(5, 7, 100));
            assertTrue(place >= 0);
            PostedReceives sender = receives(job, 0, 1);
            assertFalse(sender.claim(receive(6, 7, 100)), "another tag");
            assertFalse(sender.claim(receive(5, 8, 100)), "a message is on its way");
            assertFalse(sender.claim(receive(5, 7, 101)), "too long");
            assertFalse(receives(job, 0, 2).claim(receive(5, 7, 100)), "another rank's");
            PostedReceive wanted = receive(5, 7, 99);
            wanted.remoteKey = 0;
            wanted.cookie = 0;
            assertTrue(sender.claim(wanted));
            assertEquals(receive(5, 7, 100).remoteKey, wanted.remoteKey);
            assertEquals(receive(5, 7, 100).cookie, wanted.cookie);
            assertFalse(sender.claim(wanted), "claimed before");
            assertFalse(receives(job, 1, 0).withdraw(place));
            assertEquals(-1, receives(job, 1, 0).publish(receive(5, 7, 100)), "in use");
            receives(job, 1, 0).free(place);
            assertTrue(receives(job, 1, 0).publish(receive(5, 7, 100)) >= 0);
        }
    }

    @Test
    void shouldNotClaimWhenWithdrawn() {
        try (ContractJob job = openPublishing()) {
            int place = receives(job, 1, 0).publish(receive(5, 7, 100));
            assertTrue(receives(job, 1, 0).withdraw(place));
            assertFalse(receives(job, 0, 1).claim(receive(5, 7, 100)));
            assertTrue(receives(job, 1, 0).publish(receive(5, 7, 100)) >= 0);
            assertTrue(receives(job, 0, 1).claim(receive(5, 7, 100)));
        }
    }

    @Test
    void shouldNotPublishWhenAMessageHasArrived() {
        try (ContractJob job = openPublishing()) {
            job.drive(0, 1, envelope(1, 1), Patterns.region(new byte[8]));
            assertEquals(-1, receives(job, 1, 0).publish(receive(5, 7, 100)));
            job.driveUntil(1, 1);
            assertTrue(receives(job, 1, 0).publish(receive(5, 7, 100)) >= 0);
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
                        boolean mine = receives(job, 0, 1).claim(receive(tag, 0, 10));
                        assertEquals(place != null, mine, "seed=" + seed);
                        if (mine) {
                            claimed.add(published.remove(tag));
                        }
                    }
                    default -> {
                        claimed.forEach(receives(job, 1, 0)::free);
                        claimed.clear();
                        if (place != null) {
                            assertTrue(receives(job, 1, 0).withdraw(place), "seed=" + seed);
                            published.remove(tag);
                        }
                    }
                }
            }
        }
    }

    private static int publish(ContractJob job, int tag) {
        return receives(job, 1, 0).publish(receive(tag, 0, 10));
    }

    @Test
    void shouldSwapWordsAtomically() throws Exception {
        assumeTrue(has(MemoryPool.class));
        int times = 20_000;
        try (ContractJob job = open(3)) {
            MemorySegment word = job.transport(0).capability(MemoryPool.class).allocate(64);
            long key = memory(job, 0, 1).remoteKey(new Region().wrap(word, 8, 8));
            job.inThreads(
                    rank -> {
                        for (int i = 0; rank > 0 && i < times; i++) {
                            increment(memory(job, rank, 0), key);
                        }
                    });
            assertEquals(2L * times, word.get(ValueLayout.JAVA_LONG, 8));
        }
    }

    private static RemoteMemory memory(ContractJob job, int from, int to) {
        return job.endpoint(from, to).capability(RemoteMemory.class);
    }

    private static void increment(RemoteMemory memory, long key) {
        long expected = 0;
        long before = memory.compareAndSwap(key, expected, 1);
        while (before != expected) {
            expected = before;
            before = memory.compareAndSwap(key, expected, expected + 1);
        }
    }
}
