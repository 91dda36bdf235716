package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.CONTEXT;
import static musubi.pt2pt.ScriptedRank.FRAGMENT;
import static musubi.pt2pt.ScriptedRank.OTHER;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_OTHER;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.CANCEL;
import static musubi.pt2pt.matching.MessageKind.CANCEL_ANSWER;
import static musubi.pt2pt.matching.MessageKind.CLEAR_TO_SEND;
import static musubi.pt2pt.matching.MessageKind.DATA;
import static musubi.pt2pt.matching.MessageKind.EAGER;
import static musubi.pt2pt.matching.MessageKind.GET_DONE;
import static musubi.pt2pt.matching.MessageKind.MATCHED;
import static musubi.pt2pt.matching.MessageKind.PUT_DONE;
import static musubi.pt2pt.matching.MessageKind.SYNCHRONOUS;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.request.CommRequest;
import musubi.region.Region;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** The answers of a receive, its outcome and its failure; see {@link RecvProtocol}. */
class RecvProtocolTest {
    private static final int ANY = MessageAddress.ANY_SOURCE;
    private static final int LONG = 2500;
    private static final long PEER_COOKIE = 9;

    private final ScriptedRank rank = ScriptedRank.plain();
    private final ScriptedRank direct = ScriptedRank.options().remoteMemory().open();

    private static String header(int kind, long length, long cookie) {
        return "kind=" + kind + " context=0 source=0 tag=0 length=" + length + " cookie=" + cookie;
    }

    private static void assertReceived(CommRequest recv, int bytes) {
        assertTrue(recv.isComplete());
        assertFalse(recv.hasFailed());
        assertEquals(PEER, recv.source());
        assertEquals(TAG, recv.tag());
        assertEquals(bytes, recv.bytes());
    }

    private static void assertLost(CommRequest request) {
        assertTrue(request.isComplete());
        assertEquals(ErrorClass.PROC_ABORTED, request.failure().errorClass());
    }

    private static byte[] slice(byte[] data, int from, int bytes) {
        return Arrays.copyOfRange(data, from, from + bytes);
    }

    @Test
    void shouldCompleteWhenAnEagerMessageMeetsAPostedReceive() {
        byte[] room = new byte[100];
        RecvRequest recv = rank.recv(room, ANY, MessageAddress.ANY_TAG);
        assertTrue(recv.isPosted());
        assertFalse(recv.isComplete());
        rank.arriveEager(data(60));
        assertReceived(recv, 60);
        assertFalse(recv.isPosted());
        assertArrayEquals(data(60), slice(room, 0, 60));
        assertEquals(0, room[60]);
        assertEquals(List.of("received EAGER 2 10 5 60"), rank.events.take("received"));
        assertEquals(1, rank.pt2pt.messageCounts().received());
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
    }

    @Test
    void shouldReportTruncationWhenTheMessageIsLonger() {
        byte[] room = new byte[8];
        RecvRequest recv = rank.recv(room);
        rank.arriveEager(data(9));
        assertTrue(recv.isComplete());
        assertEquals(8, recv.bytes());
        MpiFailure failure = recv.failure();
        assertEquals(ErrorClass.TRUNCATE, failure.errorClass());
        assertTrue(failure.getMessage().contains("sent=9 bytes room=8 bytes source=0 tag=5"));
        assertArrayEquals(slice(data(9), 0, 8), room);
        RecvRequest exact = rank.recv(room);
        rank.arriveEager(data(8));
        assertReceived(exact, 8);
    }

    @Test
    void shouldTakeAMessageThatHasArrivedBefore() {
        rank.arriveEager(data(60));
        assertEquals(List.of("arrivedUnexpected EAGER 2 10 5 60"), rank.events.take("arrived"));
        byte[] room = new byte[60];
        RecvRequest recv = rank.recv(room);
        assertReceived(recv, 60);
        assertArrayEquals(data(60), room);
        assertEquals(List.of("matchedUnexpected 2 10 5 60"), rank.events.take("matched"));
        assertEquals(0, rank.queues.unexpected().size());
        assertFalse(rank.recv(room).isComplete());
    }

    @Test
    void shouldAcknowledgeASynchronousMessageBeforeItCompletes() {
        RecvRequest recv = rank.recv(new byte[8]);
        rank.arrive(EAGER, SYNCHRONOUS, TAG, 8, PEER_COOKIE, data(8));
        assertFalse(recv.isComplete());
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertFalse(recv.isComplete());
        rank.poll();
        assertEquals(header(MATCHED, 0, PEER_COOKIE), rank.peer.takeOne().header());
        assertReceived(recv, 8);
        assertTrue(rank.work.isEmpty());
        assertTrue(rank.events.take("landed").isEmpty());
    }

    @Test
    void shouldAcknowledgeASynchronousMessageThatHasArrivedBefore() {
        rank.arrive(EAGER, SYNCHRONOUS, TAG, 8, PEER_COOKIE, data(8));
        RecvRequest recv = rank.recv(new byte[8]);
        assertFalse(recv.isComplete());
        rank.peer.sends.add(SendOutcome.PEER_LOST);
        rank.poll();
        assertLost(recv);
        assertEquals("the peer is gone: rank=2", recv.failure().getMessage());
        rank.arrive(EAGER, SYNCHRONOUS, TAG, 8, PEER_COOKIE, data(8));
        RecvRequest next = rank.recv(new byte[8]);
        rank.poll();
        assertEquals(PEER_COOKIE, rank.sentCookie(MATCHED));
        assertReceived(next, 8);
    }

    @Test
    void shouldTakeFragmentsWhenAMessageIsAnnounced() {
        byte[] room = new byte[3000];
        RecvRequest recv = rank.recv(room);
        rank.announce(LONG, PEER_COOKIE, -1);
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        rank.poll();
        Sent clear = rank.peer.takeOne();
        assertEquals(header(CLEAR_TO_SEND, LONG, PEER_COOKIE), clear.header());
        assertEquals(recv.cookie(), clear.word(0));
        assertEquals(-1, clear.word(1));
        assertTrue(rank.work.isEmpty());
        byte[] data = data(LONG);
        rank.arrive(DATA, TAG, FRAGMENT, clear.word(0), slice(data, FRAGMENT, 1500));
        assertFalse(recv.isComplete());
        rank.arrive(DATA, TAG, 0, clear.word(0), slice(data, 0, FRAGMENT));
        assertReceived(recv, LONG);
        assertArrayEquals(data, slice(room, 0, LONG));
        assertEquals(-1, recv.cookie());
        assertEquals(List.of("landed 2 10 5 2500"), rank.events.take("landed"));
        assertEquals(1 + LONG, rank.pt2pt.messageCounts().received());
        rank.arrive(DATA, TAG, 0, clear.word(0), new byte[10]);
        assertArrayEquals(data, slice(room, 0, LONG));
    }

    @Test
    void shouldTakeWhatFitsWhenAnAnnouncedMessageIsLonger() {
        RecvRequest recv = rank.recv(new byte[FRAGMENT]);
        rank.announce(LONG, PEER_COOKIE, -1);
        rank.poll();
        assertEquals(FRAGMENT, rank.peer.takeOne().length());
        rank.arrive(DATA, TAG, 0, recv.cookie(), new byte[FRAGMENT]);
        assertEquals(ErrorClass.TRUNCATE, recv.failure().errorClass());
        assertEquals(List.of("landed 2 10 5 2500"), rank.events.take("landed"));
    }

    @Test
    void shouldFailWhenThePeerIsLostBeforeTheAnswer() {
        RecvRequest refused = rank.recv(new byte[LONG]);
        rank.announce(LONG, PEER_COOKIE, -1);
        rank.peer.sends.add(SendOutcome.PEER_LOST);
        rank.poll();
        assertLost(refused);
        assertEquals(-1, refused.cookie());
        RecvRequest waiting = rank.recv(new byte[LONG]);
        rank.announce(LONG, PEER_COOKIE, -1);
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.poll();
        assertLost(waiting);
        assertEquals("gone", waiting.failure().getMessage());
        assertTrue(rank.peer.takeSent().isEmpty());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldSendNoAnswerWhenTheReceiveHasFailedMeanwhile() {
        RecvRequest recv = rank.recv(new byte[LONG]);
        rank.announce(LONG, PEER_COOKIE, -1);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        assertLost(recv);
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldOfferTheBufferToTransportsThatReadIntoIt() {
        byte[] room = new byte[LONG];
        RecvRequest recv = rank.recv(room);
        rank.announce(LONG, PEER_COOKIE, -1);
        rank.poll();
        Envelope fragment = new Envelope();
        fragment.set(DATA, CONTEXT, PEER, TAG, FRAGMENT, recv.cookie());
        Region zone = rank.inbound.landingZone(WORLD_PEER, fragment, 1500);
        assertEquals(1500, zone.length());
        zone.copyFrom(java.lang.foreign.MemorySegment.ofArray(data(1500)), 0, 0, 1500);
        rank.inbound.onLanded(WORLD_PEER, fragment, 1500);
        assertFalse(recv.isComplete());
        assertArrayEquals(data(1500), slice(room, FRAGMENT, 1500));
        fragment.length = 0;
        assertNotNull(rank.inbound.landingZone(WORLD_PEER, fragment, FRAGMENT));
        rank.inbound.onLanded(WORLD_PEER, fragment, FRAGMENT);
        assertReceived(recv, LONG);
        assertEquals(1 + LONG, rank.pt2pt.messageCounts().received());
        assertNull(rank.inbound.landingZone(WORLD_PEER, fragment, FRAGMENT));
        rank.inbound.onLanded(WORLD_PEER, fragment, FRAGMENT);
        fragment.kind = EAGER;
        assertNull(rank.inbound.landingZone(WORLD_PEER, fragment, FRAGMENT));
    }

    @Test
    void shouldCompleteWhenTheSenderHasPutTheData() {
        RecvRequest recv = direct.recv(new byte[LONG]);
        direct.announce(LONG, PEER_COOKIE, -1);
        direct.poll();
        Sent clear = direct.peer.takeOne();
        assertEquals(CLEAR_TO_SEND, clear.kind());
        assertEquals(100, clear.word(1));
        direct.control(PUT_DONE, 0, clear.word(0) + 1);
        assertFalse(recv.isComplete());
        direct.control(PUT_DONE, 0, clear.word(0));
        assertReceived(recv, LONG);
        assertEquals(List.of("forget 100"), direct.peer.takeCalls());
        assertEquals(2 + 1, direct.pt2pt.messageCounts().received());
    }

    @Test
    void shouldGetTheDataWhenTheSendBufferHasAKey() {
        byte[] data = data(1_500_000);
        System.arraycopy(data, 0, direct.peer.peerMemory, 0, data.length);
        byte[] room = new byte[data.length];
        RecvRequest recv = direct.recv(room);
        direct.announce(data.length, PEER_COOKIE, 0);
        direct.peer.copies.add(SendOutcome.ACCEPTED);
        direct.peer.copies.add(SendOutcome.BACK_PRESSURED);
        direct.poll();
        assertEquals(List.of("get 0 0 1048576"), direct.peer.takeCalls());
        direct.peer.sends.add(SendOutcome.BACK_PRESSURED);
        direct.poll();
        assertEquals(List.of("get 0 1048576 451424"), direct.peer.takeCalls());
        assertFalse(recv.isComplete());
        direct.poll();
        assertEquals(header(GET_DONE, 0, PEER_COOKIE), direct.peer.takeOne().header());
        assertTrue(direct.peer.takeCalls().isEmpty());
        assertReceived(recv, data.length);
        assertArrayEquals(data, room);
        assertEquals(List.of("landed 2 10 5 1500000"), direct.events.take("landed"));
        assertTrue(direct.work.isEmpty());
    }

    @Test
    void shouldFailWhenThePeerIsLostDuringAGet() {
        RecvRequest recv = direct.recv(new byte[LONG]);
        direct.announce(LONG, PEER_COOKIE, 40);
        direct.peer.copies.add(SendOutcome.PEER_LOST);
        direct.poll();
        assertLost(recv);
        RecvRequest next = direct.recv(new byte[LONG]);
        direct.announce(LONG, PEER_COOKIE, 40);
        direct.peer.sends.add(SendOutcome.PEER_LOST);
        direct.poll();
        assertLost(next);
        assertTrue(direct.events.take("landed").isEmpty());
    }

    @Test
    void shouldAnswerAnAnnouncementThatHasArrivedBefore() {
        direct.announce(LONG, PEER_COOKIE, 40);
        assertEquals(
                List.of("arrivedUnexpected RENDEZVOUS 2 10 5 2500"), direct.events.take("arrived"));
        RecvRequest recv = direct.recv(new byte[LONG]);
        assertFalse(recv.isComplete());
        direct.poll();
        assertEquals(PEER_COOKIE, direct.sentCookie(GET_DONE));
        assertEquals("get 40 0 2500", direct.peer.takeCalls().get(0));
        assertReceived(recv, LONG);
        ScriptedRank without = ScriptedRank.plain();
        without.announce(LONG, PEER_COOKIE, 40);
        without.recv(new byte[LONG]);
        without.poll();
        assertEquals(CLEAR_TO_SEND, without.peer.takeOne().kind());
    }

    @Test
    void shouldCancelAPostedReceiveOnly() {
        RecvRequest recv = rank.recv(new byte[8]);
        assertEquals(1, rank.pt2pt.postedReceives());
        recv.cancel();
        assertTrue(recv.isComplete() && recv.isCancelled());
        assertFalse(recv.hasFailed());
        assertEquals(0, rank.pt2pt.postedReceives());
        rank.arriveEager(data(8));
        assertEquals(1, rank.queues.unexpected().size());
        RecvRequest matched = rank.recv(new byte[8]);
        matched.cancel();
        assertReceived(matched, 8);
        assertFalse(matched.isCancelled());
    }

    @Test
    void shouldReturnAMessageThatItsSenderCancels() {
        rank.announce(LONG, PEER_COOKIE, -1);
        rank.control(CANCEL, 0, PEER_COOKIE + 1);
        rank.poll();
        assertEquals(header(CANCEL_ANSWER, 0, PEER_COOKIE + 1), rank.peer.takeOne().header());
        assertEquals(1, rank.queues.unexpected().size());
        rank.control(CANCEL, 0, PEER_COOKIE);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.poll();
        assertEquals(header(CANCEL_ANSWER, 1, PEER_COOKIE), rank.peer.takeOne().header());
        assertEquals(0, rank.queues.unexpected().size());
        assertTrue(rank.work.isEmpty());
        rank.control(CANCEL, 0, PEER_COOKIE);
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldFailTheReceivesThatALostPeerCouldServe() {
        RecvRequest named = rank.recv(new byte[8]);
        RecvRequest any = rank.recv(new byte[8], ANY, TAG + 1);
        RecvRequest other = rank.recv(new byte[8], OTHER, TAG);
        RecvRequest streaming = rank.recv(new byte[LONG], PEER, TAG + 2);
        rank.arrive(
                musubi.pt2pt.matching.MessageKind.READY_TO_SEND,
                TAG + 2,
                LONG,
                PEER_COOKIE,
                ScriptedRank.bytes(-1, 0));
        rank.poll();
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        for (RecvRequest request : List.of(named, any, streaming)) {
            assertLost(request);
            assertEquals("gone", request.failure().getMessage());
        }
        assertEquals(-1, streaming.cookie());
        assertFalse(other.isComplete());
        rank.arriveFrom(WORLD_OTHER, OTHER, TAG, data(8));
        assertTrue(other.isComplete());
        assertFalse(other.hasFailed());
    }

    @Test
    void shouldFailAReceiveThatIsPostedAfterTheLoss() {
        rank.arriveEager(data(8));
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        assertReceived(rank.recv(new byte[8]), 8);
        RecvRequest late = rank.recv(new byte[8]);
        assertLost(late);
        assertEquals("gone", late.failure().getMessage());
        assertLost(rank.recv(new byte[8], ANY, TAG));
        assertEquals(0, rank.pt2pt.postedReceives());
        assertFalse(rank.recv(new byte[8], OTHER, TAG).isComplete());
        assertThrows(MpiFailure.class, () -> rank.pt2pt.checkAlive(rank.comm, PEER));
        assertThrows(MpiFailure.class, () -> rank.pt2pt.checkAlive(rank.comm, ANY));
        rank.pt2pt.checkAlive(rank.comm, OTHER);
    }

    @Test
    void shouldRejectANegativeTagAndCompleteAReceiveFromProcNull() {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> rank.recv(new byte[1], PEER, -2));
        assertEquals(ErrorClass.TAG, failure.errorClass());
        RecvRequest recv = rank.recv(new byte[1], MessageAddress.PROC_NULL, 0);
        assertTrue(recv.isComplete());
        assertEquals(MessageAddress.PROC_NULL, recv.source());
        assertEquals(MessageAddress.ANY_TAG, recv.tag());
        assertEquals(0, recv.bytes());
        assertEquals(0, rank.pt2pt.postedReceives());
    }

    @Test
    void shouldDescribeAReceiveThatWaits() {
        RecvRequest recv = rank.recv(new byte[8]);
        assertEquals("recv source=0 tag=5 room=8 bytes in communicator5", recv.describe());
        RecvRequest any = rank.recv(new byte[8], ANY, MessageAddress.ANY_TAG);
        assertEquals("recv source=any tag=any room=8 bytes in communicator5", any.describe());
        rank.events.take();
        recv.fillTarget(rank.events.target());
        rank.events.waitBegan();
        any.fillTarget(rank.events.target());
        rank.events.waitBegan();
        RecvRequest matched = rank.recv(new byte[LONG], ANY, TAG + 1);
        rank.pt2pt.start(matched, CONTEXT + 1, rank.comm, PEER, TAG);
        assertEquals(
                "a message of rank 0 for a collective operation in communicator5",
                matched.describe());
        assertEquals(
                List.of("waitBegan RECEIVE 2 5 10 8", "waitBegan RECEIVE -1 -1 10 8"),
                rank.events.take("wait"));
    }

    @Test
    void shouldNameThePeerOfAMatchedReceiveWhenItWaits() {
        RecvRequest recv = rank.recv(new byte[LONG], ANY, MessageAddress.ANY_TAG);
        rank.announce(LONG, PEER_COOKIE, -1);
        rank.poll();
        recv.fillTarget(rank.events.target());
        rank.events.waitBegan();
        assertEquals(List.of("waitBegan RECEIVE 2 -1 10 2500"), rank.events.take("wait"));
    }
}
