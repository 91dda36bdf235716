package musubi.pt2pt.matching;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Envelope;
import musubi.event.EventLog;
import musubi.group.CommContext;
import musubi.group.ContextId;
import musubi.group.MessageAddress;
import musubi.group.RankGroup;
import musubi.group.RankMap;
import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** The queues of matching, entry by entry; {@link MatchingTest} has random sequences. */
class MatchQueuesTest {
    private static final int ANY = MessageAddress.ANY_SOURCE;
    private static final int CONTEXT = 4;
    private static final int BUCKETS = 256;

    private final EventLog events = new EventLog();
    private final MatchQueues queues = new MatchQueues(events);
    private final PostedReceiveQueue posted = queues.posted();
    private final UnexpectedQueue unexpected = queues.unexpected();
    private final Envelope envelope = new Envelope();

    private static final class Receive extends PendingReceive {
        Receive(int source, int tag) {
            setMatchBits(CONTEXT, source, tag, source == ANY ? ANY : 10 + source);
        }

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

    private static final class Members extends CommContext {
        Members(int... world) {
            this(new RankGroup(RankMap.of(world), world[0]));
        }

        private Members(RankGroup group) {
            super(2, group, group);
        }
    }

    private PendingReceive post(int source, int tag) {
        PendingReceive receive = new Receive(source, tag);
        assertNull(queues.post(receive));
        return receive;
    }

    private UnexpectedMessage store(int kind, int flags, int source, int tag, byte[] payload) {
        envelope.set(kind, CONTEXT, source, tag, payload.length, 77);
        envelope.flags = flags;
        return queues.store(
                10 + source, envelope, new Region().wrapArray(payload, 0, payload.length));
    }

    private UnexpectedMessage store(int source, int tag, int bytes) {
        return store(MessageKind.EAGER, 0, source, tag, new byte[bytes]);
    }

    private PendingReceive arrived(int source, int tag) {
        envelope.set(MessageKind.EAGER, CONTEXT, source, tag, 0, 0);
        return queues.arrived(10 + source, envelope, new Region());
    }

    private static byte[] contentOf(UnexpectedMessage message) {
        byte[] content = new byte[(int) message.payload().length()];
        message.payload().copyTo(0, MemorySegment.ofArray(content), 0, content.length);
        return content;
    }

    private List<UnexpectedMessage> stored() {
        List<UnexpectedMessage> all = new ArrayList<>();
        for (UnexpectedMessage m = unexpected.first(); m != null; m = m.next()) {
            all.add(m);
        }
        return all;
    }

    @Test
    void shouldKeepEnvelopeAndPayloadOfAMessageThatNoReceiveTakes() {
        byte[] payload = {1, 2, 3};
        UnexpectedMessage message =
                store(MessageKind.EAGER, MessageKind.SYNCHRONOUS, 1, 5, payload);
        payload[0] = 9;
        assertEquals(11, message.from());
        assertEquals(CONTEXT, message.contextId());
        assertEquals(1, message.source());
        assertEquals(5, message.tag());
        assertEquals(3, message.bytes());
        assertEquals(77, message.cookie());
        assertEquals(MessageKind.SYNCHRONOUS, message.flags());
        assertTrue(message.isSynchronous());
        assertEquals(0, message.objectCount());
        assertFalse(message.isAnnounced());
        assertArrayEquals(new byte[] {1, 2, 3}, contentOf(message));
        assertEquals("source=1 tag=5 bytes=3 in communicator2", message.describe());
        assertEquals(List.of("unexpected 1 3"), events.take());
    }

    @Test
    void shouldKeepKeyAndObjectCountOfAnAnnouncement() {
        byte[] words = new byte[16];
        MemorySegment.ofArray(words).set(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, 0, 40);
        MemorySegment.ofArray(words).set(java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED, 8, 3);
        UnexpectedMessage message =
                store(MessageKind.READY_TO_SEND, MessageKind.SYNCHRONOUS, 1, 5, words);
        assertTrue(message.isAnnounced());
        assertFalse(message.isSynchronous());
        assertEquals(40, message.remoteKey());
        assertEquals(3, message.objectCount());
        assertEquals(0, message.payload().length());
        assertFalse(store(1, 6, 8).isSynchronous());
        envelope.contextId = 5;
        UnexpectedMessage part = queues.store(11, envelope, new Region());
        assertEquals(
                "part of a collective operation in communicator2 from rank 1", part.describe());
    }

    @Test
    void shouldCountMessagesAndBytesThatWait() {
        UnexpectedMessage first = store(1, 5, 100);
        UnexpectedMessage second = store(1, 6, 50);
        UnexpectedMessage third = store(2, 5, 25);
        assertEquals(List.of(first, second, third), stored());
        assertEquals(3, unexpected.size());
        assertEquals(
                List.of("unexpected 1 100", "unexpected 2 150", "unexpected 3 175"), events.take());
        unexpected.remove(second);
        assertEquals(List.of(first, third), stored());
        unexpected.remove(third);
        assertEquals(List.of(first), stored());
        UnexpectedMessage fourth = store(1, 5, 10);
        unexpected.remove(first);
        assertEquals(List.of(fourth), stored());
        assertEquals(
                List.of(
                        "unexpected 2 125",
                        "unexpected 1 100",
                        "unexpected 2 110",
                        "unexpected 1 10"),
                events.take());
        assertEquals(175, unexpected.maxStoredBytes());
        unexpected.remove(fourth);
        assertTrue(stored().isEmpty());
        assertEquals(0, unexpected.size());
    }

    @Test
    void shouldUseEntriesAndTheirStorageAgain() {
        UnexpectedMessage message = store(1, 5, 100);
        byte[] storage = message.storage;
        assertEquals(128, storage.length);
        unexpected.remove(message);
        unexpected.recycle(message);
        assertSame(message, store(1, 5, 128));
        assertSame(storage, message.storage);
        assertEquals(128, message.payload().length());
        unexpected.remove(message);
        unexpected.recycle(message);
        store(1, 5, 129);
        assertEquals(256, message.storage.length);
        assertEquals(64, store(1, 5, 0).storage.length);
        assertEquals(64, store(1, 5, 64).storage.length);
        assertEquals(128, store(1, 5, 65).storage.length);
        UnexpectedMessage kept = store(1, 5, 1 << 14);
        unexpected.remove(kept);
        unexpected.recycle(kept);
        assertEquals(1 << 14, kept.storage.length);
        assertEquals(0, kept.payload().length());
        store(1, 5, (1 << 14) + 1);
        unexpected.remove(kept);
        unexpected.recycle(kept);
        assertNull(kept.storage);
    }

    @Test
    void shouldPoolALimitedNumberOfEntries() {
        List<UnexpectedMessage> all = new ArrayList<>();
        for (int i = 0; i < 257; i++) {
            all.add(unexpected.acquire());
        }
        all.forEach(unexpected::recycle);
        for (int i = 255; i >= 0; i--) {
            assertSame(all.get(i), unexpected.acquire());
        }
        assertNotSame(all.get(256), unexpected.acquire());
    }

    @Test
    void shouldFindMessagesBySenderOrNumber() {
        store(1, 5, 8).setJournalNumber(3);
        UnexpectedMessage other =
                store(MessageKind.EAGER, MessageKind.SYNCHRONOUS, 2, 5, new byte[1]);
        other.setJournalNumber(3);
        UnexpectedMessage announced = store(MessageKind.READY_TO_SEND, 0, 1, 5, new byte[16]);
        announced.setJournalNumber(4);
        assertEquals(4, announced.journalNumber());
        assertSame(announced, unexpected.findBySender(11, 77));
        assertSame(other, unexpected.findBySender(12, 77));
        assertNull(unexpected.findBySender(12, 78));
        assertNull(unexpected.findBySender(13, 77));
        assertSame(other, unexpected.findNumber(CONTEXT, 2, 3));
        assertSame(announced, unexpected.findNumber(CONTEXT, 1, 4));
        assertNull(unexpected.findNumber(CONTEXT, 2, 4));
        assertNull(unexpected.findNumber(CONTEXT + 1, 1, 4));
    }

    @Test
    void shouldReportComparisonsThatDoNotMatch() {
        store(1, 5, 1);
        store(1, 6, 1);
        UnexpectedMessage third = store(2, 7, 1);
        events.take();
        assertSame(third, unexpected.find(CONTEXT, ANY, 7));
        assertEquals(List.of("missed 2"), events.take());
        assertSame(third, unexpected.find(CONTEXT, 2, MessageAddress.ANY_TAG));
        assertEquals(List.of("missed 2"), events.take());
        assertSame(third, unexpected.find(CONTEXT, 2, 7));
        assertTrue(events.take().isEmpty());
        assertNull(unexpected.find(CONTEXT + 2, ANY, 7));
        assertEquals(List.of("missed 3"), events.take());
        post(ANY, 9);
        post(ANY, 8);
        events.take();
        assertEquals(8, arrived(1, 8).wantedTag());
        assertEquals(List.of("missed 1"), events.take());
    }

    /** Two tags that share a bucket for source 1. */
    private static int[] collidingTags() {
        int bucket = MatchBits.hash(CONTEXT, 1, 0) & BUCKETS - 1;
        int tag = 1;
        while ((MatchBits.hash(CONTEXT, 1, tag) & BUCKETS - 1) != bucket) {
            tag++;
        }
        return new int[] {0, tag};
    }

    @Test
    void shouldKeepMessagesOfOneBucketApart() {
        int[] tags = collidingTags();
        UnexpectedMessage a = store(1, tags[0], 1);
        UnexpectedMessage b = store(1, tags[1], 1);
        UnexpectedMessage c = store(1, tags[0], 1);
        events.take();
        assertSame(b, unexpected.find(CONTEXT, 1, tags[1]));
        assertEquals(List.of("missed 1"), events.take());
        unexpected.remove(b);
        assertNull(unexpected.find(CONTEXT, 1, tags[1]));
        unexpected.remove(a);
        assertSame(c, unexpected.find(CONTEXT, 1, tags[0]));
        UnexpectedMessage d = store(1, tags[1], 1);
        unexpected.remove(c);
        assertSame(d, unexpected.find(CONTEXT, 1, tags[1]));
        unexpected.remove(d);
        assertNull(unexpected.find(CONTEXT, 1, tags[0]));
        UnexpectedMessage e = store(1, tags[0], 1);
        assertSame(e, unexpected.find(CONTEXT, 1, tags[0]));
        PendingReceive first = post(1, tags[1]);
        PendingReceive second = post(1, tags[1]);
        assertFalse(posted.isFirst(second));
        assertTrue(posted.isFirst(first));
        assertSame(first, arrived(1, tags[1]));
        assertTrue(posted.isFirst(second));
    }

    @Test
    void shouldSpreadMatchBitsOverTheBuckets() {
        for (int[] strides : new int[][] {{0, 0, 1}, {0, 1, 0}, {2, 0, 0}, {2, 1, 1}, {0, 7, 64}}) {
            int[] counts = new int[BUCKETS];
            for (int i = 0; i < 64 * BUCKETS; i++) {
                int hash = MatchBits.hash(i * strides[0], i * strides[1], i * strides[2]);
                counts[hash & BUCKETS - 1]++;
            }
            for (int count : counts) {
                assertTrue(count > 16 && count < 256, "count=" + count);
            }
        }
    }

    @Test
    void shouldTakeTheReceiveThatWasPostedFirst() {
        PendingReceive wild = post(ANY, 5);
        PendingReceive exact = post(1, 5);
        assertTrue(wild.isPosted());
        assertEquals(2, posted.size());
        assertFalse(posted.isFirst(exact));
        assertSame(wild, arrived(1, 5));
        assertFalse(wild.isPosted());
        PendingReceive later = post(ANY, MessageAddress.ANY_TAG);
        assertFalse(posted.isFirst(exact));
        assertSame(exact, arrived(1, 5));
        assertSame(later, arrived(2, 9));
        assertNull(arrived(2, 9));
        assertEquals(0, posted.size());
        assertEquals(1, unexpected.size());
        assertFalse(posted.remove(later));
    }

    @Test
    void shouldKeepCollectiveTagsFromReceivesOfAnyTag() {
        PendingReceive wild = post(1, MessageAddress.ANY_TAG);
        assertNull(arrived(1, -3));
        assertTrue(wild.isPosted());
        assertNull(unexpected.find(CONTEXT, 1, MessageAddress.ANY_TAG));
        assertTrue(wild.hasWildcard());
        assertTrue(wild.takes(CONTEXT, 1, 0));
        assertFalse(wild.takes(CONTEXT + 1, 1, 0));
        assertFalse(wild.takes(CONTEXT, 2, 0));
        assertFalse(new Receive(1, 5).hasWildcard());
        assertFalse(new Receive(1, 5).takes(CONTEXT, 1, 6));
        UnexpectedMessage zero = store(1, 0, 0);
        assertTrue(zero.fits(CONTEXT, ANY, MessageAddress.ANY_TAG));
        assertFalse(zero.fits(CONTEXT, 2, 0));
        assertFalse(zero.fits(CONTEXT, 1, 1));
    }

    @Test
    void shouldSkipReservedReceives() {
        PendingReceive wild = post(ANY, 5);
        PendingReceive exact = post(1, 5);
        assertSame(wild, posted.firstUnreserved(CONTEXT, 1, 5));
        wild.setReserved(true);
        assertTrue(wild.isReserved());
        assertSame(exact, posted.firstUnreserved(CONTEXT, 1, 5));
        exact.setReserved(true);
        assertNull(posted.firstUnreserved(CONTEXT, 1, 5));
        exact.setReserved(false);
        assertNull(posted.firstUnreserved(CONTEXT, 1, 6));
        assertEquals(2, posted.size());
    }

    @Test
    void shouldNameTheReceiveThatAMessageResemblesMost() {
        UnexpectedMessage message = store(1, 5, 1);
        assertNull(posted.nearest(message));
        PendingReceive wild = post(ANY, 6);
        assertSame(wild, posted.nearest(message));
        post(2, 5);
        assertSame(wild, posted.nearest(message));
        PendingReceive sameSource = post(1, 7);
        assertSame(sameSource, posted.nearest(message));
        assertEquals("its receive is for tag=7, not 5", sameSource.describeMismatch(message));
        assertEquals("its receive is for tag=6, not 5", wild.describeMismatch(message));
        assertEquals(
                "its receive is for source=2, not 1", new Receive(2, 5).describeMismatch(message));
        PendingReceive collective = new Receive(1, 7);
        collective.setMatchBits(ContextId.collective(0), 1, 7, 1);
        assertFalse(collective.describeMismatch(message).contains("tag"));
    }

    @Test
    void shouldTakeOutTheReceivesThatALostRankCouldServe() {
        List<PendingReceive> gone = new ArrayList<>();
        PendingReceive named = post(1, 5);
        PendingReceive second = post(1, 5);
        PendingReceive other = post(2, 5);
        PendingReceive member = post(ANY, 5);
        Members members = new Members(10, 11);
        member.setCandidates(members);
        assertSame(members, member.candidates());
        PendingReceive outsider = post(ANY, 6);
        outsider.setCandidates(new Members(12, 10));
        PendingReceive undefined = post(ANY, 7);
        posted.removeFrom(11, gone::add);
        assertEquals(List.of(named, second, member), gone);
        assertFalse(named.isPosted());
        assertTrue(other.isPosted() && outsider.isPosted() && undefined.isPosted());
        assertEquals(3, posted.size());
        named.setJournalNumber(8);
        assertEquals(8, named.journalNumber());
    }
}
