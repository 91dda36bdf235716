package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.CONTEXT;
import static musubi.pt2pt.ScriptedRank.EAGER_LIMIT;
import static musubi.pt2pt.ScriptedRank.FRAGMENT;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.matching.MessageKind;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;

/** The messages of a send, its completion and its failure; see {@link SendProtocol}. */
class SendProtocolTest {
    private static final int LONG = 2500;
    private static final long PEER_COOKIE = 77;
    private static final int BYTES = MpiType.BYTE.messageCode() << MessageKind.TYPE_SHIFT;

    private final ScriptedRank rank = ScriptedRank.plain();

    private static String header(int kind, long length, long cookie) {
        return "kind=" + kind + " context=10 source=1 tag=5 length=" + length + " cookie=" + cookie;
    }

    private static String controlHeader(int kind, long length, long cookie) {
        return "kind=" + kind + " context=0 source=0 tag=0 length=" + length + " cookie=" + cookie;
    }

    private static void assertLost(SendRequest request) {
        assertTrue(request.isComplete());
        assertEquals(ErrorClass.PROC_ABORTED, request.failure().errorClass());
    }

    @Test
    void shouldCompleteAtOnceWhenAnEagerMessageIsAccepted() {
        byte[] data = data(100);
        SendRequest send = rank.send(data);
        Sent sent = rank.peer.takeOne();
        assertEquals(header(MessageKind.EAGER, 100, 0), sent.header());
        assertEquals(BYTES, sent.flags());
        assertArrayEquals(data, sent.payload());
        assertTrue(send.isComplete());
        assertFalse(send.hasFailed());
        assertTrue(rank.work.isEmpty());
        assertEquals(
                List.of(
                        "counters 2 scripted node",
                        "opened 2",
                        "sent EAGER 2 " + CONTEXT + " " + TAG + " 100"),
                rank.events.take());
        assertEquals(1, rank.pt2pt.messageCounts().sent());
    }

    @Test
    void shouldAnnounceAMessageWhenItIsLongerThanTheEagerLimit() {
        rank.send(data(EAGER_LIMIT));
        assertEquals(MessageKind.EAGER, rank.peer.takeOne().kind());
        rank.events.take();
        SendRequest send = rank.send(data(EAGER_LIMIT + 1));
        Sent sent = rank.peer.takeOne();
        long cookie = send.cookie();
        assertEquals(header(MessageKind.READY_TO_SEND, EAGER_LIMIT + 1, cookie), sent.header());
        assertArrayEquals(ScriptedRank.bytes(-1, 0), sent.payload());
        assertFalse(send.isComplete());
        assertTrue(cookie >= 0);
        assertEquals(
                List.of("sent RENDEZVOUS 2 10 5 " + (EAGER_LIMIT + 1)), rank.events.take("sent"));
        assertEquals(2, rank.pt2pt.messageCounts().sent());
    }

    @Test
    void shouldTryAgainInOrderWhenThereIsNoRoom() {
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest first = rank.send(data(10));
        SendRequest second = rank.send(data(20));
        assertFalse(first.isComplete());
        assertTrue(rank.peer.takeSent().isEmpty());
        assertEquals(List.of("queued 2 10 5 10", "queued 2 10 5 20"), rank.events.take("queued"));
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertFalse(first.isComplete());
        rank.poll();
        assertEquals(List.of(10L, 20L), rank.peer.takeSent().stream().map(Sent::length).toList());
        assertTrue(first.isComplete() && second.isComplete());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldAnnounceAgainWhenThereWasNoRoomForTheAnnouncement() {
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest send = rank.send(data(LONG));
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.control(MessageKind.CLEAR_TO_SEND, LONG, send.cookie(), PEER_COOKIE, -1);
        rank.poll();
        assertEquals(MessageKind.READY_TO_SEND, rank.peer.takeOne().kind());
        assertFalse(send.isComplete());
    }

    @Test
    void shouldCompleteASynchronousSendWhenItIsMatched() {
        SendRequest send = rank.send(SendMode.SYNCHRONOUS, PEER, data(8));
        Sent sent = rank.peer.takeOne();
        assertEquals(MessageKind.EAGER, sent.kind());
        assertEquals(BYTES | MessageKind.SYNCHRONOUS, sent.flags());
        assertFalse(send.isComplete());
        rank.control(MessageKind.MATCHED, 0, sent.cookie() + 1);
        assertFalse(send.isComplete());
        rank.control(MessageKind.MATCHED, 0, sent.cookie());
        assertTrue(send.isComplete());
        assertFalse(send.hasFailed());
        assertEquals(-1, send.cookie());
        rank.control(MessageKind.MATCHED, 0, sent.cookie());
    }

    @Test
    void shouldKeepASynchronousSendQueuedWhenThereIsNoRoom() {
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest send = rank.send(SendMode.SYNCHRONOUS, PEER, data(8));
        rank.poll();
        assertEquals(BYTES | MessageKind.SYNCHRONOUS, rank.peer.takeOne().flags());
        assertFalse(send.isComplete());
    }

    @Test
    void shouldSendFragmentsWhenTheReceiverIsReady() {
        byte[] data = data(LONG);
        SendRequest send = rank.send(data);
        long cookie = rank.sentCookie(MessageKind.READY_TO_SEND);
        rank.control(MessageKind.CLEAR_TO_SEND, LONG, cookie, PEER_COOKIE, -1);
        assertTrue(rank.peer.takeSent().isEmpty());
        assertEquals(1, rank.pt2pt.messageCounts().sent());
        rank.poll();
        List<Sent> fragments = rank.peer.takeSent();
        assertEquals(
                List.of(
                        header(MessageKind.DATA, 0, PEER_COOKIE),
                        header(MessageKind.DATA, FRAGMENT, PEER_COOKIE),
                        header(MessageKind.DATA, 2 * FRAGMENT, PEER_COOKIE)),
                fragments.stream().map(Sent::header).toList());
        assertArrayEquals(Arrays.copyOf(data, FRAGMENT), fragments.get(0).payload());
        assertArrayEquals(Arrays.copyOfRange(data, 2 * FRAGMENT, LONG), fragments.get(2).payload());
        assertTrue(send.isComplete());
        assertTrue(rank.work.isEmpty());
        assertEquals(1 + LONG, rank.pt2pt.messageCounts().sent());
    }

    @Test
    void shouldSendOnlyWhatTheReceiverTakesWhenItsBufferIsShorter() {
        SendRequest send = rank.send(data(LONG));
        long cookie = rank.sentCookie(MessageKind.READY_TO_SEND);
        rank.control(MessageKind.CLEAR_TO_SEND, FRAGMENT, cookie, PEER_COOKIE, -1);
        rank.poll();
        assertEquals(FRAGMENT, rank.peer.takeOne().payload().length);
        assertTrue(send.isComplete());
    }

    @Test
    void shouldSendPutDoneOnlyWhenTheReceiverTakesNothing() {
        SendRequest send = rank.send(data(LONG));
        long cookie = rank.sentCookie(MessageKind.READY_TO_SEND);
        rank.control(MessageKind.CLEAR_TO_SEND, 0, cookie, PEER_COOKIE, -1);
        rank.poll();
        assertEquals(
                controlHeader(MessageKind.PUT_DONE, 0, PEER_COOKIE), rank.peer.takeOne().header());
        assertTrue(send.isComplete());
        assertEquals(2, rank.pt2pt.messageCounts().sent());
    }

    @Test
    void shouldIgnoreClearToSendWhenDataFlowsOrTheRequestIsFinished() {
        SendRequest send = rank.send(data(LONG));
        long cookie = rank.sentCookie(MessageKind.READY_TO_SEND);
        rank.control(MessageKind.CLEAR_TO_SEND, LONG, cookie, PEER_COOKIE, -1);
        rank.control(MessageKind.CLEAR_TO_SEND, 1, cookie, 1, -1);
        rank.poll();
        assertEquals(3, rank.peer.takeSent().size());
        assertTrue(send.isComplete());
        rank.control(MessageKind.CLEAR_TO_SEND, LONG, cookie, PEER_COOKIE, -1);
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
    }

    @Test
    void shouldLetOtherWorkThroughWhenAMessageHasManyFragments() {
        SendRequest send = rank.send(data(10 * FRAGMENT));
        long cookie = rank.sentCookie(MessageKind.READY_TO_SEND);
        rank.control(MessageKind.CLEAR_TO_SEND, 10 * FRAGMENT, cookie, PEER_COOKIE, -1);
        rank.poll();
        assertEquals(8, rank.peer.takeSent().size());
        assertFalse(send.isComplete());
        rank.poll();
        assertEquals(2, rank.peer.takeSent().size());
        assertTrue(send.isComplete());
    }

    @Test
    void shouldContinueAtTheFragmentForWhichThereWasNoRoom() {
        SendRequest send = rank.send(data(LONG));
        long cookie = rank.sentCookie(MessageKind.READY_TO_SEND);
        rank.control(MessageKind.CLEAR_TO_SEND, LONG, cookie, PEER_COOKIE, -1);
        rank.peer.sends.add(SendOutcome.ACCEPTED);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertEquals(0, rank.peer.takeOne().length());
        assertFalse(send.isComplete());
        rank.poll();
        assertEquals(
                List.of((long) FRAGMENT, 2L * FRAGMENT),
                rank.peer.takeSent().stream().map(Sent::length).toList());
        assertTrue(send.isComplete());
    }

    @Test
    void shouldFailWhenThePeerIsLostBetweenFragments() {
        SendRequest send = rank.send(data(LONG));
        long cookie = rank.sentCookie(MessageKind.READY_TO_SEND);
        rank.control(MessageKind.CLEAR_TO_SEND, LONG, cookie, PEER_COOKIE, -1);
        rank.peer.sends.add(SendOutcome.ACCEPTED);
        rank.peer.sends.add(SendOutcome.PEER_LOST);
        rank.poll();
        assertLost(send);
        assertEquals("the peer is gone: rank=2", send.failure().getMessage());
        assertEquals(-1, send.cookie());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldFailWhenThePeerIsLostWithTheFirstMessage() {
        rank.peer.sends.add(SendOutcome.PEER_LOST);
        assertLost(rank.send(data(8)));
        rank.peer.sends.add(SendOutcome.PEER_LOST);
        SendRequest announced = rank.send(data(LONG));
        assertLost(announced);
        assertEquals(-1, announced.cookie());
        assertTrue(rank.events.take("sent").isEmpty());
        assertEquals(0, rank.pt2pt.messageCounts().sent());
    }

    @Test
    void shouldPutIntoTheReceiversBufferWhenItHasAKey() {
        ScriptedRank direct = ScriptedRank.options().remoteMemory().open();
        byte[] data = data(1_500_000);
        SendRequest send = direct.send(data);
        Sent announced = direct.peer.takeOne();
        assertEquals(100, announced.word(0));
        direct.control(MessageKind.CLEAR_TO_SEND, data.length, send.cookie(), PEER_COOKIE, 55);
        direct.peer.copies.add(SendOutcome.ACCEPTED);
        direct.peer.copies.add(SendOutcome.BACK_PRESSURED);
        direct.poll();
        assertEquals(List.of("put 55 0 1048576"), direct.peer.takeCalls());
        assertFalse(send.isComplete());
        direct.peer.sends.add(SendOutcome.BACK_PRESSURED);
        direct.poll();
        assertEquals(List.of("put 55 1048576 451424"), direct.peer.takeCalls());
        assertFalse(send.isComplete());
        direct.poll();
        assertEquals(
                controlHeader(MessageKind.PUT_DONE, 0, PEER_COOKIE),
                direct.peer.takeOne().header());
        assertEquals(List.of("forget 100"), direct.peer.takeCalls());
        assertTrue(send.isComplete());
        assertArrayEquals(data, Arrays.copyOf(direct.peer.peerMemory, data.length));
    }

    @Test
    void shouldSendFragmentsWhenTheReceiversBufferHasNoKey() {
        ScriptedRank direct = ScriptedRank.options().remoteMemory().open();
        SendRequest send = direct.send(data(LONG));
        direct.peer.takeSent();
        direct.control(MessageKind.CLEAR_TO_SEND, LONG, send.cookie(), PEER_COOKIE, -1);
        direct.poll();
        assertEquals(3, direct.peer.takeSent().size());
        ScriptedRank without = ScriptedRank.plain();
        SendRequest other = without.send(data(LONG));
        without.peer.takeSent();
        without.control(MessageKind.CLEAR_TO_SEND, LONG, other.cookie(), PEER_COOKIE, 0);
        without.poll();
        assertEquals(3, without.peer.takeSent().size());
    }

    @Test
    void shouldFailWhenThePeerIsLostDuringAPut() {
        ScriptedRank direct = ScriptedRank.options().remoteMemory().open();
        SendRequest send = direct.send(data(LONG));
        direct.control(MessageKind.CLEAR_TO_SEND, LONG, send.cookie(), PEER_COOKIE, 0);
        direct.peer.copies.add(SendOutcome.PEER_LOST);
        direct.poll();
        assertLost(send);
    }

    @Test
    void shouldCompleteWhenTheReceiverHasGotTheData() {
        ScriptedRank direct = ScriptedRank.options().remoteMemory().open();
        SendRequest send = direct.send(data(LONG));
        direct.control(MessageKind.GET_DONE, 0, send.cookie());
        assertTrue(send.isComplete());
        assertEquals(List.of("forget 100"), direct.peer.takeCalls());
    }

    @Test
    void shouldKeepTheBufferUntilTheTransportReleasesIt() {
        ScriptedRank zeroCopy = ScriptedRank.options().zeroCopy().open();
        zeroCopy.peer.completed = 1;
        SendRequest send = zeroCopy.send(data(LONG));
        long cookie = zeroCopy.sentCookie(MessageKind.READY_TO_SEND);
        assertFalse(send.isAnnounced());
        zeroCopy.control(MessageKind.CLEAR_TO_SEND, LONG, cookie, PEER_COOKIE, -1);
        zeroCopy.poll();
        assertEquals(
                List.of("zeroCopy 0 1000", "zeroCopy 1000 1000", "zeroCopy 2000 500 last"),
                zeroCopy.peer.takeCalls());
        assertFalse(send.isComplete());
        assertTrue(send.isAnnounced());
        assertEquals(1 + LONG + 1, zeroCopy.pt2pt.messageCounts().sent());
        zeroCopy.poll();
        assertFalse(send.isComplete());
        zeroCopy.peer.completed = 2;
        zeroCopy.poll();
        assertTrue(send.isComplete());
        assertTrue(zeroCopy.work.isEmpty());
        assertEquals(1 + LONG, zeroCopy.pt2pt.messageCounts().sent());
        assertEquals(3, zeroCopy.peer.takeSent().size());
    }

    @Test
    void shouldWaitOrFailWhenAZeroCopySendIsNotTaken() {
        ScriptedRank zeroCopy = ScriptedRank.options().zeroCopy().open();
        SendRequest send = zeroCopy.send(data(LONG));
        long cookie = zeroCopy.sentCookie(MessageKind.READY_TO_SEND);
        zeroCopy.control(MessageKind.CLEAR_TO_SEND, LONG, cookie, PEER_COOKIE, -1);
        zeroCopy.peer.sends.add(SendOutcome.BACK_PRESSURED);
        zeroCopy.poll();
        assertFalse(send.isComplete());
        zeroCopy.peer.sends.add(SendOutcome.PEER_LOST);
        zeroCopy.poll();
        assertLost(send);
    }

    @Test
    void shouldPutIntoAPublishedReceiveWhenItIsClaimed() {
        ScriptedRank claims = ScriptedRank.options().claims().open();
        claims.send(data(10));
        claims.peer.takeSent();
        claims.events.take();
        claims.peer.claimable = new long[] {55, PEER_COOKIE};
        byte[] data = data(ScriptedRank.CLAIM_FROM);
        SendRequest send = claims.send(data);
        Sent claimed = claims.peer.takeOne();
        assertEquals(header(MessageKind.CLAIMED, 4096, PEER_COOKIE), claimed.header());
        assertEquals(0, claimed.payload().length);
        assertEquals(
                List.of("claim 10 1 5 messages=1 bytes=4096", "put 55 0 4096"),
                claims.peer.takeCalls());
        assertTrue(send.isComplete());
        assertArrayEquals(data, Arrays.copyOf(claims.peer.peerMemory, data.length));
        assertEquals(List.of("sent CLAIM 2 10 5 4096"), claims.events.take("sent"));
        assertEquals(2, claims.pt2pt.messageCounts().sent());
        claims.send(data);
        assertEquals("claim 10 1 5 messages=1 bytes=4096", claims.peer.takeCalls().get(0));
        assertEquals(MessageKind.READY_TO_SEND, claims.peer.takeOne().kind());
    }

    @Test
    void shouldNotSearchForAPublishedReceiveWhenTheMessageIsShort() {
        ScriptedRank claims = ScriptedRank.options().claims().open();
        claims.peer.claimable = new long[] {55, PEER_COOKIE};
        claims.send(data(ScriptedRank.CLAIM_FROM - 1));
        assertEquals(MessageKind.READY_TO_SEND, claims.peer.takeOne().kind());
    }

    @Test
    void shouldStayAtTheHeadOfTheQueueWhenClaimedHasNoRoom() {
        ScriptedRank claims = ScriptedRank.options().claims().open();
        claims.peer.claimable = new long[] {55, PEER_COOKIE};
        claims.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest send = claims.send(data(5000));
        SendRequest next = claims.send(data(8));
        assertFalse(send.isComplete() || next.isComplete());
        claims.poll();
        assertEquals(
                List.of(MessageKind.CLAIMED, MessageKind.EAGER),
                claims.peer.takeSent().stream().map(Sent::kind).toList());
        assertTrue(send.isComplete() && next.isComplete());
        assertEquals(
                List.of("claim 10 1 5 messages=0 bytes=5000", "put 55 0 5000"),
                claims.peer.takeCalls());
    }

    @Test
    void shouldFailWhatWaitsForAPeerWhenItIsLost() {
        SendRequest announced = rank.send(data(LONG));
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest queued = rank.send(data(8));
        SendRequest behind = rank.send(data(8));
        SendRequest other = rank.send(SendMode.STANDARD, ScriptedRank.OTHER, data(LONG));
        rank.events.take();
        rank.inbound.onPeerLost(WORLD_PEER, "out of order");
        for (SendRequest request : List.of(announced, queued, behind)) {
            assertLost(request);
            assertEquals("out of order", request.failure().getMessage());
        }
        assertFalse(other.isComplete());
        assertEquals(-1, announced.cookie());
        assertEquals(List.of("lost 2"), rank.events.take());
        rank.poll();
        assertTrue(rank.work.isEmpty());
        SendRequest late = rank.send(data(8));
        assertLost(late);
        assertEquals("out of order", late.failure().getMessage());
        assertFalse(rank.peer.open);
    }

    @Test
    void shouldRejectANegativeTagAndCompleteASendToProcNull() {
        SendRequest request = rank.pt2pt.sendRequest(SendMode.STANDARD);
        MpiFailure failure =
                assertThrows(
                        MpiFailure.class, () -> rank.pt2pt.start(request, rank.comm, PEER, -2));
        assertEquals(ErrorClass.TAG, failure.errorClass());
        assertFalse(request.isComplete());
        rank.pt2pt.start(request, rank.comm, MessageAddress.PROC_NULL, 0);
        assertTrue(request.isComplete());
        assertTrue(rank.events.take().isEmpty());
    }

    @Test
    void shouldCopyABufferedMessageWhenItWaits() {
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        byte[] data = data(40);
        SendRequest send = rank.send(SendMode.BUFFERED, PEER, data);
        Arrays.fill(data, (byte) 0);
        rank.poll();
        assertArrayEquals(data(40), rank.peer.takeOne().payload());
        assertTrue(send.isComplete());
        assertFalse(send.isBuffered());
    }

    @Test
    void shouldCopyAStandardSendThatWaitsUpToTheLimitOnly() {
        rank.pt2pt.bufferStandardSends(LONG);
        byte[] data = data(LONG);
        SendRequest send = rank.send(data);
        Arrays.fill(data, (byte) 0);
        assertTrue(send.isBuffered());
        assertFalse(send.isComplete());
        rank.control(MessageKind.CLEAR_TO_SEND, LONG, send.cookie(), PEER_COOKIE, -1);
        rank.peer.takeSent();
        rank.poll();
        assertArrayEquals(
                Arrays.copyOf(data(LONG), FRAGMENT), rank.peer.takeSent().get(0).payload());
        assertFalse(rank.send(data(LONG + 1)).isBuffered());
        assertFalse(rank.send(SendMode.READY, PEER, data(LONG)).isBuffered());
        SendRequest ofCollective =
                rank.pt2pt
                        .sendRequest(SendMode.STANDARD)
                        .bind(data(LONG), 0, LONG, musubi.type.MpiType.BYTE);
        rank.pt2pt.start(ofCollective, CONTEXT + 1, rank.comm, PEER, TAG);
        assertFalse(ofCollective.isBuffered());
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        assertTrue(rank.send(data(8)).isBuffered());
        rank.pt2pt.bufferStandardSends(0);
        assertFalse(rank.send(new byte[0]).isBuffered());
    }

    @Test
    void shouldDescribeASendThatWaits() {
        SendRequest send = rank.send(data(LONG));
        assertEquals(
                "send mode=STANDARD dest(world)=2 tag=5 bytes=2500 stage=ANNOUNCED in"
                        + " communicator5",
                send.describe());
        send.fillTarget(rank.events.target());
        rank.events.waitBegan();
        assertEquals(List.of("waitBegan SEND 2 5 10 2500"), rank.events.take("wait"));
        rank.pt2pt.start(send, CONTEXT + 1, rank.comm, PEER, TAG);
        assertEquals(
                "send mode=STANDARD dest(world)=2 bytes=2500 stage=ANNOUNCED for a collective"
                        + " operation in communicator5",
                send.describe());
        SendRequest unused = rank.pt2pt.sendRequest(SendMode.READY);
        unused.stage = SendRequest.Stage.DONE;
        assertEquals(
                "send mode=READY dest(world)=none tag=0 bytes=0 stage=DONE in COMM_WORLD",
                unused.describe());
        assertNull(unused.failure());
    }
}
