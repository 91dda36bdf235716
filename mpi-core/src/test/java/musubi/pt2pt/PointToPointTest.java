package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.CONTEXT;
import static musubi.pt2pt.ScriptedRank.OTHER;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_OTHER;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.CANCEL;
import static musubi.pt2pt.matching.MessageKind.CLEAR_TO_SEND;
import static musubi.pt2pt.matching.MessageKind.EAGER;
import static musubi.pt2pt.matching.MessageKind.OBJECTS;
import static musubi.pt2pt.matching.MessageKind.ORIGIN;
import static musubi.pt2pt.matching.MessageKind.PUT_DONE;
import static musubi.pt2pt.matching.MessageKind.READY_TO_SEND;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;
import musubi.type.TypeConstructors;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Probes, pooled requests, items with gaps, objects, type checks, and the hooks of a journal. */
class PointToPointTest {
    private static final int ANY = MessageAddress.ANY_SOURCE;
    private static final int ANY_TAG = MessageAddress.ANY_TAG;

    /** Every other byte, so that items are packed. */
    private static final MpiType GAPS = TypeConstructors.hvector(4, 1, 2, MpiType.BYTE);

    private final ScriptedRank rank = ScriptedRank.plain();

    @Test
    void shouldFindAMessageWithoutTakingIt() {
        assertNull(rank.pt2pt.probe(rank.comm, PEER, TAG, false));
        rank.transport.arrivals.add(() -> rank.arriveEager(data(8)));
        UnexpectedMessage found = rank.pt2pt.probe(rank.comm, PEER, TAG, false);
        assertEquals(8, found.bytes());
        assertSame(found, rank.pt2pt.probe(rank.comm, ANY, ANY_TAG, true));
        assertNull(rank.pt2pt.probe(rank.comm, OTHER, TAG, false));
        rank.pt2pt.extract(found);
        assertNull(rank.pt2pt.probe(rank.comm, PEER, TAG, false));
        RecvRequest recv = rank.pt2pt.bindReceive(new byte[8], 0, 8, MpiType.BYTE);
        recv.setContextId(CONTEXT);
        rank.pt2pt.start(recv, found);
        assertTrue(recv.isComplete());
        assertEquals(8, recv.bytes());
    }

    @Test
    void shouldWaitForAMessageUntilItArrives() {
        rank.transport.arrivals.add(() -> rank.arriveFrom(WORLD_OTHER, OTHER, TAG, data(1)));
        rank.transport.arrivals.add(() -> rank.arriveEager(data(8)));
        UnexpectedMessage found = rank.pt2pt.probe(rank.comm, PEER, TAG, true);
        assertEquals(WORLD_PEER, found.from());
        assertSame(found, rank.pt2pt.awaitMessage(rank.comm, PEER, TAG));
    }

    @Test
    void shouldFailAProbeForALostPeer() {
        rank.transport.arrivals.add(() -> rank.inbound.onPeerLost(WORLD_PEER, "gone"));
        MpiFailure failure =
                assertThrows(MpiFailure.class, () -> rank.pt2pt.probe(rank.comm, PEER, TAG, true));
        assertEquals(ErrorClass.PROC_ABORTED, failure.errorClass());
        assertEquals("gone", failure.getMessage());
        assertThrows(MpiFailure.class, () -> rank.pt2pt.probe(rank.comm, PEER, TAG, false));
        assertNull(rank.pt2pt.probe(rank.comm, OTHER, TAG, false));
    }

    @Test
    void shouldDescribeAProbeThatWaits() {
        BlockingProbe named = new BlockingProbe(rank.pt2pt, rank.comm, PEER, TAG);
        BlockingProbe any = new BlockingProbe(rank.pt2pt, rank.comm, ANY, ANY_TAG);
        named.fillTarget(rank.events.target());
        rank.events.waitBegan();
        any.fillTarget(rank.events.target());
        rank.events.waitBegan();
        assertEquals(
                List.of("waitBegan PROBE 2 5 10 0", "waitBegan PROBE -1 -1 10 0"),
                rank.events.take());
        assertFalse(named.isComplete());
    }

    @Test
    void shouldFailInAwaitAndReleaseTheRequest() {
        RecvRequest recv = rank.recv(new byte[4]);
        rank.transport.arrivals.add(() -> rank.arriveEager(data(8)));
        MpiFailure failure = assertThrows(MpiFailure.class, () -> rank.pt2pt.await(recv));
        assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
        assertSame(recv, rank.pt2pt.recvRequest());
        assertFalse(recv.hasFailed());
        assertFalse(recv.isComplete());
    }

    @Test
    void shouldReuseReleasedRequests() {
        SendRequest send = rank.send(data(8));
        assertNotSame(send, rank.pt2pt.sendRequest(SendMode.READY));
        rank.pt2pt.await(send);
        rank.pt2pt.release((musubi.pt2pt.request.CommRequest) send);
        assertNull(send.peer);
        assertSame(send, rank.pt2pt.sendRequest(SendMode.READY));
        assertEquals(SendMode.READY, send.mode);
        assertFalse(send.isComplete());
        RecvRequest recv = rank.recv(new byte[8], ANY, TAG);
        rank.arriveEager(data(8));
        rank.pt2pt.release((musubi.pt2pt.request.CommRequest) recv);
        assertNull(recv.candidates());
        assertSame(recv, rank.pt2pt.recvRequest());
        assertEquals(ANY, recv.source());
        assertEquals(0, recv.bytes());
    }

    @Test
    void shouldReleaseAReceiveWhoseBufferDoesNotFit() {
        assertThrows(
                MpiFailure.class, () -> rank.pt2pt.bindReceive(new byte[4], 0, 5, MpiType.BYTE));
        RecvRequest first = rank.pt2pt.recvRequest();
        assertThrows(MpiFailure.class, () -> rank.pt2pt.startReceive(first, rank.comm, PEER, -5));
        assertSame(first, rank.pt2pt.recvRequest());
    }

    @Test
    void shouldPackItemsWithGaps() {
        byte[] data = data(8);
        SendRequest send = rank.pt2pt.sendRequest(SendMode.STANDARD).bind(data, 0, 1, GAPS);
        assertEquals(4, send.length());
        rank.pt2pt.start(send, rank.comm, PEER, TAG);
        byte[] packed = rank.peer.takeOne().payload();
        assertArrayEquals(new byte[] {data[0], data[2], data[4], data[6]}, packed);
        byte[] room = new byte[8];
        RecvRequest recv =
                rank.pt2pt.startReceive(
                        rank.pt2pt.bindReceive(room, 0, 1, GAPS), rank.comm, PEER, TAG);
        rank.arriveEager(packed);
        assertTrue(recv.isComplete());
        assertArrayEquals(new byte[] {data[0], 0, data[2], 0, data[4], 0, data[6], 0}, room);
        rank.pt2pt.release(send);
        rank.pt2pt.release(recv);
        byte[] plain = new byte[4];
        RecvRequest next = rank.recv(plain);
        assertSame(recv, next);
        rank.arriveEager(packed);
        assertArrayEquals(packed, plain);
    }

    @Test
    void shouldSendAndReceiveObjects() {
        String[] objects = {"one", "two"};
        SendRequest send =
                rank.pt2pt.sendRequest(SendMode.STANDARD).bind(objects, 0, 2, MpiType.OBJECT);
        rank.pt2pt.start(send, rank.comm, PEER, TAG);
        Sent sent = rank.peer.takeOne();
        assertEquals(OBJECTS, sent.flags());
        Object[] room = new Object[3];
        RecvRequest recv =
                rank.pt2pt.startReceive(
                        rank.pt2pt.bindReceive(room, 0, 3, MpiType.OBJECT), rank.comm, PEER, TAG);
        rank.arrive(EAGER, OBJECTS, TAG, sent.payload().length, 0, sent.payload());
        assertTrue(recv.isComplete());
        assertFalse(recv.hasFailed());
        assertEquals(2, recv.objectCount());
        assertArrayEquals(new Object[] {"one", "two", null}, room);
        rank.arrive(EAGER, OBJECTS, TAG, sent.payload().length, 0, sent.payload());
        assertEquals(2, rank.pt2pt.probe(rank.comm, PEER, TAG, true).objectCount());
        RecvRequest tooFew =
                rank.pt2pt.startReceive(
                        rank.pt2pt.bindReceive(room, 0, 1, MpiType.OBJECT), rank.comm, PEER, TAG);
        assertTrue(tooFew.isComplete());
        assertEquals(ErrorClass.TRUNCATE, tooFew.failure().errorClass());
    }

    @Test
    void shouldAnnounceObjectsWithTheirNumberAndNeverClaim() {
        ScriptedRank claims = ScriptedRank.options().claims().open();
        String[] objects = {"x".repeat(5000), "y"};
        claims.peer.claimable = new long[] {55, 7};
        SendRequest send =
                claims.pt2pt.sendRequest(SendMode.STANDARD).bind(objects, 0, 2, MpiType.OBJECT);
        claims.pt2pt.start(send, claims.comm, PEER, TAG);
        Sent sent = claims.peer.takeOne();
        assertEquals(READY_TO_SEND, sent.kind());
        assertEquals(OBJECTS, sent.flags());
        assertEquals(2, sent.word(1));
        claims.arrive(READY_TO_SEND, OBJECTS, TAG, 5000, 3, sent.payload());
        assertEquals(2, claims.pt2pt.probe(claims.comm, PEER, TAG, true).objectCount());
        Object[] room = new Object[2];
        RecvRequest recv =
                claims.pt2pt.startReceive(
                        claims.pt2pt.bindReceive(room, 0, 2, MpiType.OBJECT),
                        claims.comm,
                        PEER,
                        TAG);
        assertEquals(2, recv.objectCount());
    }

    private static SendRequest bound(ScriptedRank rank, MpiType type, Object buffer, long count) {
        return rank.pt2pt.sendRequest(SendMode.STANDARD).bind(buffer, 0, count, type);
    }

    @Test
    void shouldCompareTypesWhenTheyAreChecked() {
        ScriptedRank checked = ScriptedRank.options().checksTypes().open();
        SendRequest send = bound(checked, MpiType.INT, new int[2], 2);
        checked.pt2pt.start(send, checked.comm, PEER, TAG);
        List<Sent> sent = checked.peer.takeSent();
        assertEquals(2, sent.size());
        Sent origin = sent.getFirst();
        assertEquals(ORIGIN, origin.kind());
        Sent ints = sent.getLast();
        assertTrue(ints.flags() >> 8 != 0);
        checked.arrive(ORIGIN, 0, 0, origin.payload().length, origin.cookie(), origin.payload());
        RecvRequest wrong = checked.recv(new byte[8]);
        checked.arrive(EAGER, ints.flags(), TAG, 8, 0, ints.payload());
        MpiFailure failure = wrong.failure();
        assertEquals(ErrorClass.TYPE, failure.errorClass());
        assertTrue(failure.getMessage().contains("source=0 tag=5"));
        RecvRequest right =
                checked.pt2pt.startReceive(
                        checked.pt2pt.bindReceive(new int[2], 0, 2, MpiType.INT),
                        checked.comm,
                        PEER,
                        TAG);
        checked.arrive(EAGER, ints.flags(), TAG, 8, 0, ints.payload());
        assertTrue(right.isComplete());
        assertFalse(right.hasFailed());
        checked.arrive(EAGER, ints.flags(), TAG, 8, 0, ints.payload());
        assertEquals(ErrorClass.TYPE, checked.recv(new byte[8]).failure().errorClass());
        checked.arrive(EAGER, ints.flags(), TAG, 8, 0, ints.payload());
        assertEquals(ErrorClass.TRUNCATE, checked.recv(new byte[4]).failure().errorClass());
        checked.pt2pt.sends().bind(SendMode.STANDARD, new int[1], 0, 1, MpiType.INT);
        assertEquals(0, rank.peer.takeSent().size());
        RecvRequest ofCollective = checked.pt2pt.bindReceive(new byte[8], 0, 8, MpiType.BYTE);
        checked.pt2pt.start(ofCollective, CONTEXT + 1, checked.comm, PEER, TAG);
        ofCollective.checkType(PEER, ints.flags(), PEER, TAG);
        assertFalse(ofCollective.hasFailed());
    }

    @Test
    void shouldOpenTheContextForASendWhenOnlyAnOriginHasCome() {
        ScriptedRank checked = ScriptedRank.options().checksTypes().open();
        checked.pt2pt.start(bound(checked, MpiType.INT, new int[2], 2), checked.comm, PEER, TAG);
        Sent origin = checked.peer.takeSent().getFirst();
        ScriptedRank other = ScriptedRank.options().checksTypes().open();
        other.arrive(ORIGIN, 0, 0, origin.payload().length, origin.cookie(), origin.payload());
        SendRequest send = bound(other, MpiType.INT, new int[2], 2);
        other.pt2pt.start(send, other.comm, PEER, TAG);
        assertTrue(send.isComplete());
        assertEquals(2, other.peer.takeSent().size());
    }

    @Test
    void shouldPassEachDecisionToTheControlOfAJournal() {
        ScriptedRank controlled = ScriptedRank.options().controlled().open();
        List<String> calls = controlled.control.calls;
        controlled.recv(new byte[8]);
        controlled.arriveEager(data(6));
        assertEquals(List.of("post", "arrived 2", "landed 6"), calls);
        calls.clear();
        controlled.arriveEager(data(8));
        UnexpectedMessage found = controlled.pt2pt.probe(controlled.comm, PEER, TAG, true);
        controlled.pt2pt.extract(found);
        controlled.pt2pt.start(
                controlled.pt2pt.bindReceive(new byte[8], 0, 8, MpiType.BYTE), found);
        assertEquals(List.of("arrived 2", "extracted 5", "receivesExtracted 5", "landed 8"), calls);
        calls.clear();
        RecvRequest recv = controlled.recv(new byte[8]);
        controlled.control.mayCancel = false;
        recv.cancel();
        assertFalse(recv.isComplete());
        controlled.control.mayCancel = true;
        recv.cancel();
        assertTrue(recv.isCancelled());
        assertEquals(List.of("post", "mayCancel", "mayCancel", "cancelled"), calls);
    }

    @Test
    void shouldKeepAMessageWhoseCancellationAJournalForbids() {
        ScriptedRank controlled = ScriptedRank.options().controlled().open();
        controlled.announce(5000, 3, -1);
        controlled.control.mayCancel = false;
        controlled.control(CANCEL, 0, 3);
        controlled.poll();
        assertEquals(0, controlled.peer.takeOne().length());
        controlled.control.mayCancel = true;
        controlled.control(CANCEL, 0, 3);
        controlled.poll();
        assertEquals(1, controlled.peer.takeOne().length());
        assertEquals(0, controlled.queues.unexpected().size());
    }

    @Test
    void shouldNameTheUnexpectedMessagesAndTheNearestReceive() {
        rank.recv(new byte[8], PEER, TAG + 1);
        rank.arriveEager(data(8));
        assertEquals(
                List.of(
                        "holds a message that it does not receive: source=0 tag=5 bytes=8 in"
                                + " communicator5; its receive is for tag=6, not 5"),
                rank.pt2pt.messageCounts().unexpectedMessages());
        for (int i = 0; i < 9; i++) {
            rank.arriveFrom(WORLD_OTHER, OTHER, TAG + 2 + i, data(1));
        }
        List<String> lines = rank.pt2pt.messageCounts().unexpectedMessages();
        assertEquals(9, lines.size());
        assertTrue(lines.get(1).contains("source=2 tag=7 bytes=1"), lines.get(1));
        assertEquals("and 2 more messages that it does not receive", lines.get(8));
        assertEquals(8 + 9, rank.pt2pt.maxUnexpectedBytes());
    }

    @Test
    void shouldNameUnexpectedMessagesOnceWhenTheyAreAlike() {
        rank.arriveEager(data(8));
        rank.arriveFrom(WORLD_OTHER, OTHER, TAG, data(1));
        rank.arriveEager(data(8));
        List<String> lines = rank.pt2pt.messageCounts().unexpectedMessages();
        assertEquals(2, lines.size());
        assertTrue(lines.get(0).endsWith("source=0 tag=5 bytes=8 in communicator5, 2 times"));
        assertTrue(lines.get(1).endsWith("source=2 tag=5 bytes=1 in communicator5"));
    }

    @Test
    void shouldCompleteAnExchangeWhenBothHalvesAreComplete() {
        RecvRequest recv = rank.recv(new byte[8]);
        SendRequest send = rank.send(data(2000));
        long cookie = send.cookie();
        ExchangeRequest both = ExchangeRequest.of(rank.pt2pt, send, recv);
        assertFalse(both.isComplete());
        both.fillTarget(rank.events.target());
        rank.events.waitBegan();
        rank.control(CLEAR_TO_SEND, 0, cookie, 7, -1);
        rank.poll();
        assertFalse(both.isComplete());
        both.fillTarget(rank.events.target());
        rank.events.waitBegan();
        assertEquals(
                List.of("waitBegan SEND 2 5 10 2000", "waitBegan RECEIVE 2 5 10 8"),
                rank.events.take("wait"));
        rank.arriveEager(data(6));
        rank.poll();
        assertTrue(both.isComplete());
        assertFalse(both.hasFailed());
        assertEquals(PEER, both.source());
        assertEquals(TAG, both.tag());
        assertEquals(6, both.bytes());
        assertSame(send, rank.pt2pt.sendRequest(SendMode.STANDARD));
        assertSame(recv, rank.pt2pt.recvRequest());
        assertTrue(rank.work.isEmpty());
        MpiFailure failure = assertThrows(MpiFailure.class, both::cancel);
        assertEquals(ErrorClass.REQUEST, failure.errorClass());
    }

    @Test
    void shouldFailAnExchangeWhenOneHalfFails() {
        ExchangeRequest truncated = ExchangeRequest.of(rank.pt2pt, null, rank.recv(new byte[4]));
        rank.arriveEager(data(8));
        rank.poll();
        assertEquals(ErrorClass.TRUNCATE, truncated.failure().errorClass());
        rank.arriveEager(data(8));
        SendRequest send = rank.send(data(2000));
        ExchangeRequest lost = ExchangeRequest.of(rank.pt2pt, send, rank.recv(new byte[8]));
        assertFalse(lost.isComplete());
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.poll();
        assertEquals("gone", lost.failure().getMessage());
        assertEquals("send and receive in one", lost.describe());
    }

    @Test
    void shouldLimitBufferedSendsToTheAttachedBuffer() {
        BufferedSends buffered = rank.pt2pt.sends().buffered();
        assertThrows(MpiFailure.class, buffered::flush);
        buffered.attach(this, 2 * (100 + BufferedSends.OVERHEAD_BYTES));
        assertThrows(MpiFailure.class, () -> buffered.attach(this, 1));
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        sendBuffered(100);
        sendBuffered(100);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        MpiFailure failure = assertThrows(MpiFailure.class, () -> sendBuffered(0));
        assertEquals(ErrorClass.BUFFER, failure.errorClass());
        assertTrue(failure.getMessage().contains("needed=128 attached=456 used=456 bytes"));
        rank.peer.sends.clear();
        sendBuffered(0);
        assertEquals(
                List.of(100L, 100L, 0L), rank.peer.takeSent().stream().map(Sent::length).toList());
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        sendBuffered(50);
        assertSame(this, buffered.detach());
        assertEquals(50, rank.peer.takeOne().length());
        assertEquals(
                ErrorClass.BUFFER,
                assertThrows(MpiFailure.class, () -> sendBuffered(0)).errorClass());
        assertThrows(MpiFailure.class, buffered::detach);
    }

    @Test
    void shouldHaveRoomAgainWhenABufferReplacesAnother() {
        BufferedSends buffered = rank.pt2pt.sends().buffered();
        buffered.replace(this, 100);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        sendBuffered(100);
        assertThrows(MpiFailure.class, () -> sendBuffered(1));
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        buffered.replace(rank, 50);
        sendBuffered(50);
        rank.peer.sends.clear();
        assertSame(rank, buffered.detachIfAttached());
        assertEquals(List.of(100L, 50L), rank.peer.takeSent().stream().map(Sent::length).toList());
        assertNull(buffered.detachIfAttached());
    }

    private void sendBuffered(int bytes) {
        SendPath sends = rank.pt2pt.sends();
        SendRequest bound = sends.bind(SendMode.BUFFERED, data(bytes), 0, bytes, MpiType.BYTE);
        assertNull(sends.start(bound, SendMode.BUFFERED, rank.comm, PEER, TAG));
    }

    @Test
    void shouldEndABlockingSendAtOnceWhenItWasCopied() {
        rank.pt2pt.bufferStandardSends(5000);
        SendPath sends = rank.pt2pt.sends();
        SendRequest bound = sends.bind(SendMode.STANDARD, data(4097), 0, 4097, MpiType.BYTE);
        SendRequest started = sends.start(bound, SendMode.STANDARD, rank.comm, PEER, TAG);
        long cookie = started.cookie();
        sends.finish(started);
        assertFalse(started.isComplete());
        rank.transport.arrivals.add(() -> rank.control(CLEAR_TO_SEND, 0, cookie, 7, -1));
        rank.peer.takeSent();
        sends.drain();
        assertEquals(PUT_DONE, rank.peer.takeOne().kind());
        assertSame(started, rank.pt2pt.sendRequest(SendMode.STANDARD));
        sends.finish(null);
    }

    @Test
    void shouldWaitAtTheEndOfABlockingSendThatWasNotCopied() {
        SendPath sends = rank.pt2pt.sends();
        SendRequest bound = sends.bind(SendMode.SYNCHRONOUS, data(8), 0, 8, MpiType.BYTE);
        SendRequest started = sends.start(bound, SendMode.SYNCHRONOUS, rank.comm, PEER, TAG);
        long cookie = started.cookie();
        rank.transport.arrivals.add(
                () -> rank.control(musubi.pt2pt.matching.MessageKind.MATCHED, 0, cookie));
        sends.finish(started);
        assertTrue(rank.transport.arrivals.isEmpty());
        assertSame(started, rank.pt2pt.sendRequest(SendMode.STANDARD));
    }

    @Test
    void shouldReleaseASendThatCannotStart() {
        SendPath sends = rank.pt2pt.sends();
        SendRequest bound = sends.bind(SendMode.SYNCHRONOUS, data(8), 0, 8, MpiType.BYTE);
        assertThrows(
                MpiFailure.class,
                () -> sends.start(bound, SendMode.SYNCHRONOUS, rank.comm, PEER, -3));
        assertSame(bound, rank.pt2pt.sendRequest(SendMode.STANDARD));
        assertThrows(
                MpiFailure.class,
                () -> sends.bind(SendMode.SYNCHRONOUS, data(8), 0, 9, MpiType.BYTE));
        rank.pt2pt.release(bound);
        assertNull(sends.bind(SendMode.STANDARD, data(8), 0, 8, MpiType.BYTE));
        assertThrows(
                MpiFailure.class, () -> sends.start(null, SendMode.STANDARD, rank.comm, PEER, -3));
        assertNull(sends.bind(SendMode.STANDARD, data(8), 0, 8, MpiType.BYTE));
        SendRequest toProcNull =
                sends.start(null, SendMode.STANDARD, rank.comm, MessageAddress.PROC_NULL, TAG);
        assertTrue(toProcNull.isComplete());
        assertTrue(rank.peer.takeSent().isEmpty());
        SendRequest buffered = sends.bind(SendMode.BUFFERED, data(8), 0, 8, MpiType.BYTE);
        assertNull(
                sends.start(buffered, SendMode.BUFFERED, rank.comm, MessageAddress.PROC_NULL, TAG));
    }
}
