package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.CONTEXT;
import static musubi.pt2pt.ScriptedRank.OTHER;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_OTHER;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.CLEAR_TO_SEND;
import static musubi.pt2pt.matching.MessageKind.EAGER;
import static musubi.pt2pt.matching.MessageKind.OBJECTS;
import static musubi.pt2pt.matching.MessageKind.READY_TO_SEND;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.progress.DescribedWait;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;
import musubi.type.TypeConstructors;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** What requests hold, what they wait for, and what they leave behind when they are released. */
class RequestStateTest {
    private static final int ANY = MessageAddress.ANY_SOURCE;
    private static final MpiType GAPS = TypeConstructors.hvector(4, 1, 2, MpiType.BYTE);
    private static final MpiType OBJECT_GAPS = TypeConstructors.hvector(2, 1, 2, MpiType.OBJECT);

    private final ScriptedRank rank = ScriptedRank.plain();

    private RecvRequest recv(MpiType type, Object room, long count) {
        return rank.pt2pt.startReceive(
                rank.pt2pt.bindReceive(room, 0, count, type), rank.comm, PEER, TAG);
    }

    private static DescribedWait wait(String description, List<Integer> ranks, boolean any) {
        return new DescribedWait(description, ranks, any);
    }

    @Test
    void shouldNameTheRanksThatASendOrReceiveWaitsFor() {
        SendRequest send = rank.send(data(2500));
        assertEquals(wait(send.describe(), List.of(2), false), DescribedWait.of(send));
        RecvRequest named = rank.recv(new byte[8]);
        assertEquals(wait(named.describe(), List.of(2), false), DescribedWait.of(named));
        RecvRequest any = rank.recv(new byte[2500], ANY, TAG + 1);
        assertEquals(wait(any.describe(), List.of(0, 2), true), DescribedWait.of(any));
        rank.arrive(READY_TO_SEND, TAG + 1, 2500, 3, ScriptedRank.bytes(-1, 0));
        assertEquals(wait(any.describe(), List.of(2), false), DescribedWait.of(any));
        SendRequest unused = rank.pt2pt.sendRequest(SendMode.STANDARD);
        assertEquals(List.of(), DescribedWait.of(unused).ranks());
    }

    @Test
    void shouldNameTheRanksThatAProbeOrExchangeWaitsFor() {
        assertEquals(
                wait("probe source=0 tag=5 in communicator5", List.of(2), false),
                DescribedWait.of(new BlockingProbe(rank.pt2pt, rank.comm, PEER, TAG)));
        assertEquals(
                wait("probe source=any tag=any in communicator5", List.of(0, 2), true),
                DescribedWait.of(
                        new BlockingProbe(rank.pt2pt, rank.comm, ANY, MessageAddress.ANY_TAG)));
        SendRequest send = rank.send(data(2500));
        RecvRequest recv = rank.recv(new byte[8], OTHER, TAG);
        ExchangeRequest both = ExchangeRequest.of(rank.pt2pt, send, recv);
        assertEquals(ANY, both.source());
        assertEquals(wait(send.describe(), List.of(2), false), DescribedWait.of(both));
        rank.control(CLEAR_TO_SEND, 0, send.cookie(), 7, -1);
        rank.poll();
        assertEquals(wait(recv.describe(), List.of(0), false), DescribedWait.of(both));
        rank.arriveFrom(WORLD_OTHER, OTHER, TAG, data(8));
        assertEquals(wait("", List.of(), false), DescribedWait.of(both));
    }

    @Test
    void shouldKeepThePeerBusyWhileItAnswers() {
        ScriptedRank two = ScriptedRank.options().contexts(2).open();
        two.recv(new byte[2500]);
        two.announce(2500, 3, -1);
        two.poll();
        two.send(SendMode.STANDARD, OTHER, data(8));
        two.arriveFrom(1, 0, 99, data(1));
        assertTrue(two.peer.open);
        assertFalse(two.transport.to(WORLD_OTHER).open);
    }

    @Test
    void shouldCheckTheBuffersOfItemsWithGapsAndOfObjects() {
        for (Runnable wrong :
                List.<Runnable>of(
                        () -> recv(GAPS, new byte[6], 1),
                        () -> recv(MpiType.OBJECT, new byte[8], 1),
                        () -> recv(MpiType.OBJECT, new Object[1], 2),
                        () -> recv(OBJECT_GAPS, new Object[1], 1))) {
            MpiFailure failure = assertThrows(MpiFailure.class, wrong::run);
            assertTrue(
                    failure.errorClass() == ErrorClass.BUFFER
                            || failure.errorClass() == ErrorClass.TYPE);
            assertEquals(0, rank.pt2pt.postedReceives());
        }
        RecvRequest request = rank.pt2pt.recvRequest();
        assertSame(request, request.bind(new byte[1], 0, 1, MpiType.BYTE));
        rank.pt2pt.release(request);
        assertThrows(
                MpiFailure.class, () -> rank.pt2pt.bindReceive(new byte[4], 0, 5, MpiType.BYTE));
        assertSame(request, rank.pt2pt.recvRequest());
    }

    @Test
    void shouldScatterObjectsIntoGapsAndTakeAnEmptyMessage() {
        SendRequest send =
                rank.pt2pt
                        .sendRequest(SendMode.STANDARD)
                        .bind(new String[] {"a", "b"}, 0, 2, MpiType.OBJECT);
        rank.pt2pt.start(send, rank.comm, PEER, TAG);
        byte[] encoded = rank.peer.takeOne().payload();
        Object[] room = new Object[3];
        RecvRequest recv = recv(OBJECT_GAPS, room, 1);
        rank.arrive(EAGER, OBJECTS, TAG, encoded.length, 0, encoded);
        assertFalse(recv.hasFailed());
        assertArrayEquals(new Object[] {"a", null, "b"}, room);
        RecvRequest empty = recv(MpiType.OBJECT, room, 3);
        rank.arrive(EAGER, OBJECTS, TAG, 0, 0, new byte[0]);
        assertTrue(empty.isComplete());
        assertFalse(empty.hasFailed());
        assertEquals(0, empty.objectCount());
    }

    @Test
    void shouldTakeTheObjectCountOfAnAnnouncement() {
        RecvRequest recv = recv(MpiType.OBJECT, new Object[3], 3);
        rank.arrive(READY_TO_SEND, OBJECTS, TAG, 900, 3, ScriptedRank.bytes(-1, 3));
        assertEquals(3, recv.objectCount());
    }

    @Test
    void shouldReusePackedBytesUnlessAPeerMayStillUseThem() {
        RecvRequest first = recv(GAPS, new byte[8], 1);
        Object bytes = first.region.array();
        rank.arriveEager(data(4));
        rank.pt2pt.release(first);
        assertNull(first.region.array());
        RecvRequest second = recv(GAPS, new byte[8], 1);
        assertSame(bytes, second.region.array());
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.pt2pt.release(second);
        SendRequest send = rank.pt2pt.sendRequest(SendMode.STANDARD).bind(new byte[8], 0, 1, GAPS);
        assertNotSame(bytes, send.region.array());
        Object packed = send.region.array();
        rank.pt2pt.start(send, rank.comm, OTHER, TAG);
        rank.pt2pt.release(send);
        assertNull(send.region.array());
        SendRequest lost = rank.pt2pt.sendRequest(SendMode.STANDARD).bind(new byte[8], 0, 1, GAPS);
        assertSame(packed, lost.region.array());
        rank.pt2pt.start(lost, rank.comm, PEER, TAG);
        assertTrue(lost.hasFailed());
        rank.pt2pt.release(lost);
        SendRequest last = rank.pt2pt.sendRequest(SendMode.STANDARD).bind(new byte[8], 0, 1, GAPS);
        assertNotSame(packed, last.region.array());
    }

    @Test
    void shouldSendShortMessagesWithoutARequest() {
        SendPath sends = rank.pt2pt.sends();
        assertNull(sends.bind(SendMode.STANDARD, new byte[4096], 0, 4096, MpiType.BYTE));
        assertNull(sends.bind(SendMode.READY, new int[1024], 0, 1024, MpiType.INT));
        assertNotNull(sends.bind(SendMode.READY, new int[1025], 0, 1025, MpiType.INT));
        assertNotNull(sends.bind(SendMode.STANDARD, new byte[4097], 0, 4097, MpiType.BYTE));
        assertNotNull(sends.bind(SendMode.SYNCHRONOUS, new byte[1], 0, 1, MpiType.BYTE));
        assertNotNull(sends.bind(SendMode.STANDARD, new byte[8], 0, 1, GAPS));
        SendPath checked = ScriptedRank.options().checksTypes().open().pt2pt.sends();
        assertNotNull(checked.bind(SendMode.STANDARD, new byte[0], 0, 0, MpiType.BYTE));
    }

    @Test
    void shouldReleaseRequestsOfSendsThatFailOrGoToProcNull() {
        SendPath sends = rank.pt2pt.sends();
        SendRequest only = rank.pt2pt.sendRequest(SendMode.STANDARD);
        rank.pt2pt.release(only);
        assertThrows(
                MpiFailure.class,
                () -> sends.bind(SendMode.SYNCHRONOUS, data(8), 0, 9, MpiType.BYTE));
        sends.start(
                sends.bind(SendMode.BUFFERED, data(8), 0, 8, MpiType.BYTE),
                SendMode.BUFFERED,
                rank.comm,
                MessageAddress.PROC_NULL,
                TAG);
        assertThrows(MpiFailure.class, () -> sendBuffered(8, TAG));
        sends.buffered().attach(this, 1000);
        assertThrows(MpiFailure.class, () -> sendBuffered(8, -7));
        sendBuffered(8, TAG);
        assertSame(only, rank.pt2pt.sendRequest(SendMode.STANDARD));
    }

    private void sendBuffered(int bytes, int tag) {
        SendPath sends = rank.pt2pt.sends();
        SendRequest bound = sends.bind(SendMode.BUFFERED, data(bytes), 0, bytes, MpiType.BYTE);
        sends.start(bound, SendMode.BUFFERED, rank.comm, PEER, tag);
    }

    @Test
    void shouldDrainBufferedSends() {
        rank.pt2pt.sends().buffered().attach(this, 1000);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        sendBuffered(8, TAG);
        rank.pt2pt.sends().drain();
        assertEquals(8, rank.peer.takeOne().length());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldLimitTheBytesOfStandardSendsThatAreCopied() {
        int mebibyte = 1 << 20;
        byte[] data = new byte[mebibyte];
        rank.pt2pt.bufferStandardSends(mebibyte);
        SendPath sends = rank.pt2pt.sends();
        List<SendRequest> started = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            started.add(start(sends, data));
            sends.finish(started.get(i));
        }
        SendRequest first = started.get(0);
        assertFalse(first.isComplete());
        answer(first);
        answer(started.get(5));
        sends.finish(start(sends, data));
        assertTrue(first.isComplete());
        assertFalse(started.get(5).isComplete());
        assertTrue(rank.transport.arrivals.size() == 1);
        rank.poll();
        rank.poll();
        SendRequest oneMore = start(sends, data);
        sends.finish(oneMore);
        assertSame(started.get(5), rank.pt2pt.sendRequest(SendMode.STANDARD));
        assertFalse(oneMore.isComplete());
        assertEquals(CONTEXT, oneMore.contextId);
    }

    private SendRequest start(SendPath sends, byte[] data) {
        SendRequest bound = sends.bind(SendMode.STANDARD, data, 0, data.length, MpiType.BYTE);
        return sends.start(bound, SendMode.STANDARD, rank.comm, PEER, TAG);
    }

    private void answer(SendRequest send) {
        long cookie = send.cookie();
        rank.transport.arrivals.add(() -> rank.control(CLEAR_TO_SEND, 0, cookie, 7, -1));
    }
}
