package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.CLAIM_FROM;
import static musubi.pt2pt.ScriptedRank.OTHER;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.CLAIMED;
import static musubi.pt2pt.matching.MessageKind.READY_TO_SEND;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.group.MessageAddress;
import musubi.type.MpiType;
import musubi.type.TypeCode;

import org.junit.jupiter.api.Test;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;

/** Which receives are published, and how that ends; see {@link PublishedReceives}. */
class PublishedReceivesTest {
    private final ScriptedRank rank = met(ScriptedRank.options().claims().open());
    private final ScriptedEndpoint peer = rank.peer;

    /** The peer has sent one message. */
    private static ScriptedRank met(ScriptedRank rank) {
        rank.recv(new byte[8], PEER, 99);
        rank.arrive(musubi.pt2pt.matching.MessageKind.EAGER, 99, 8, 0, data(8));
        rank.events.take();
        return rank;
    }

    private static String publish(int tag, int bytes, long key) {
        return "publish 10 0 " + tag + " messages=1 bytes=" + bytes + " key=" + key;
    }

    /** A claim of the peer arrives. */
    private void claimed(long bytes, long cookie) {
        rank.arrive(CLAIMED, TAG, bytes, cookie, new byte[0]);
    }

    @Test
    void shouldPublishAReceiveWithALargeBuffer() {
        RecvRequest recv = rank.recv(new byte[CLAIM_FROM]);
        assertEquals(List.of(publish(TAG, CLAIM_FROM, 100)), peer.takeCalls());
        assertTrue(recv.cookie() >= 0);
        rank.recv(new byte[CLAIM_FROM - 1], PEER, TAG + 1);
        assertTrue(peer.takeCalls().isEmpty());
    }

    @Test
    void shouldTakeKeyZeroForAKey() {
        peer.nextKey = 0;
        RecvRequest recv = rank.recv(new byte[CLAIM_FROM]);
        assertEquals(List.of(publish(TAG, CLAIM_FROM, 0)), peer.takeCalls());
        assertTrue(recv.isPosted());
    }

    @Test
    void shouldCompareTypesWhenTheReceiveIsClaimed() {
        ScriptedRank checked = met(ScriptedRank.options().claims().checksTypes().open());
        int ints = TypeCode.of(MpiType.INT, 1) << 8;
        RecvRequest wrong = checked.recv(new byte[CLAIM_FROM]);
        checked.arrive(CLAIMED, ints, TAG, CLAIM_FROM, wrong.cookie(), new byte[0]);
        assertEquals(ErrorClass.TYPE, wrong.failure().errorClass());
        RecvRequest right = checked.recv(new byte[CLAIM_FROM]);
        int bytes = TypeCode.of(MpiType.BYTE, 1) << 8;
        checked.arrive(CLAIMED, bytes, TAG, CLAIM_FROM, right.cookie(), new byte[0]);
        assertTrue(right.isComplete());
        assertFalse(right.hasFailed());
    }

    @Test
    void shouldNotPublishAReceiveThatSeveralMessagesCouldMeet() {
        rank.recv(new byte[CLAIM_FROM], MessageAddress.ANY_SOURCE, TAG);
        rank.recv(new byte[CLAIM_FROM], PEER, MessageAddress.ANY_TAG);
        assertTrue(peer.takeCalls().isEmpty());
    }

    @Test
    void shouldNotPublishAReceiveThatIsNotTheFirst() {
        rank.recv(new byte[8]);
        rank.recv(new byte[CLAIM_FROM]);
        assertTrue(peer.takeCalls().isEmpty());
        RecvRequest any = rank.recv(new byte[8], MessageAddress.ANY_SOURCE, TAG + 1);
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 1);
        assertTrue(peer.takeCalls().isEmpty());
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 2);
        assertEquals(1, peer.takeCalls().size());
        any.cancel();
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 3);
        assertEquals(1, peer.takeCalls().size());
    }

    @Test
    void shouldNotPublishToAPeerThatIsUnknownOrClosedOrLost() {
        rank.recv(new byte[CLAIM_FROM], OTHER, TAG);
        assertTrue(rank.transport.to(ScriptedRank.WORLD_OTHER).takeCalls().isEmpty());
        assertFalse(rank.transport.to(ScriptedRank.WORLD_OTHER).open);
        ScriptedRank few = met(ScriptedRank.options().claims().contexts(1).open());
        few.send(musubi.pt2pt.request.SendMode.STANDARD, OTHER, data(8));
        assertFalse(few.peer.open);
        few.recv(new byte[CLAIM_FROM]);
        assertTrue(few.peer.takeCalls().isEmpty());
    }

    @Test
    void shouldForgetTheCookieWhenNoPlaceIsFree() {
        peer.place = -1;
        RecvRequest recv = rank.recv(new byte[CLAIM_FROM]);
        assertEquals(-1, recv.cookie());
        assertEquals(List.of(publish(TAG, CLAIM_FROM, 100), "forget 100"), peer.takeCalls());
        peer.reachesMemory = false;
        RecvRequest unreachable = rank.recv(new byte[CLAIM_FROM], PEER, TAG + 1);
        assertEquals(-1, unreachable.cookie());
        assertTrue(peer.takeCalls().isEmpty());
        rank.arriveEager(data(8));
        assertTrue(recv.isComplete());
        assertTrue(peer.takeCalls().isEmpty());
    }

    @Test
    void shouldCompleteWhenTheReceiveIsClaimed() {
        peer.place = 0;
        RecvRequest recv = rank.recv(new byte[CLAIM_FROM]);
        long cookie = recv.cookie();
        peer.takeCalls();
        claimed(CLAIM_FROM - 1, cookie);
        assertTrue(recv.isComplete());
        assertFalse(recv.hasFailed());
        assertEquals(PEER, recv.source());
        assertEquals(TAG, recv.tag());
        assertEquals(CLAIM_FROM - 1, recv.bytes());
        assertEquals(List.of("free 0", "forget 100"), peer.takeCalls());
        assertEquals(
                List.of("received CLAIM 2 10 5 4095", "landed 2 10 5 4095"), rank.events.take());
        assertEquals(0, rank.pt2pt.postedReceives());
        assertEquals(2, rank.pt2pt.messageCounts().received());
        claimed(8, cookie);
        assertTrue(peer.takeCalls().isEmpty());
    }

    @Test
    void shouldWithdrawAReceiveThatAMessageMeetsOnTheNormalWay() {
        peer.place = 0;
        RecvRequest recv = rank.recv(new byte[CLAIM_FROM]);
        peer.takeCalls();
        rank.arriveEager(data(8));
        assertTrue(recv.isComplete());
        assertEquals(List.of("withdraw 0", "forget 100"), peer.takeCalls());
        assertEquals(-1, recv.cookie());
        rank.recv(new byte[CLAIM_FROM]);
        assertTrue(peer.takeCalls().isEmpty());
        RecvRequest large = rank.recv(new byte[CLAIM_FROM], PEER, TAG + 1);
        rank.arrive(READY_TO_SEND, TAG + 1, 5000, 3, ScriptedRank.bytes(-1, 0));
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 2);
        assertEquals(1, peer.takeCalls().size());
        assertFalse(large.isComplete());
    }

    @Test
    void shouldPublishAgainWhenAnUnclaimedMessageWasLarge() {
        rank.recv(new byte[CLAIM_FROM]);
        rank.arrive(READY_TO_SEND, TAG, CLAIM_FROM, 3, ScriptedRank.bytes(-1, 0));
        peer.takeCalls();
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 1);
        assertEquals(1, peer.takeCalls().size());
        rank.arrive(READY_TO_SEND, TAG + 1, CLAIM_FROM - 1, 3, ScriptedRank.bytes(-1, 0));
        peer.takeCalls();
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 2);
        assertTrue(peer.takeCalls().isEmpty());
        rank.arrive(READY_TO_SEND, TAG + 2, 2047, 3, ScriptedRank.bytes(-1, 0));
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 3);
        assertTrue(peer.takeCalls().isEmpty());
        rank.arrive(READY_TO_SEND, TAG + 3, 2048, 3, ScriptedRank.bytes(-1, 0));
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 4);
        assertEquals(1, peer.takeCalls().size());
    }

    @Test
    void shouldPublishAgainWhenALargeMessageHadArrivedBefore() {
        rank.recv(new byte[CLAIM_FROM]);
        rank.arriveEager(data(8));
        rank.arrive(READY_TO_SEND, TAG, CLAIM_FROM, 3, ScriptedRank.bytes(-1, 0));
        peer.takeCalls();
        rank.recv(new byte[CLAIM_FROM]);
        assertTrue(peer.takeCalls().isEmpty());
        rank.recv(new byte[CLAIM_FROM], PEER, TAG + 1);
        assertEquals(1, peer.takeCalls().size());
    }

    @Test
    void shouldPublishFromTheLeastSizeOfTransportsOn() {
        ScriptedRank small = met(ScriptedRank.options().claims(2048).open());
        small.recv(new byte[2047]);
        assertTrue(small.peer.takeCalls().isEmpty());
        small.recv(new byte[2048], PEER, TAG + 1);
        assertEquals(1, small.peer.takeCalls().size());
    }

    @Test
    void shouldRejectAMessageThatMeetsAClaimedReceive() {
        rank.recv(new byte[CLAIM_FROM]);
        peer.withdraws = false;
        assertThrows(IllegalStateException.class, () -> rank.arriveEager(data(8)));
    }

    @Test
    void shouldLetAClaimedReceiveCompleteWhenItIsCancelled() {
        RecvRequest recv = rank.recv(new byte[CLAIM_FROM]);
        peer.withdraws = false;
        recv.cancel();
        assertFalse(recv.isComplete());
        claimed(100, recv.cookie());
        assertTrue(recv.isComplete());
        assertFalse(recv.isCancelled());
        RecvRequest open = rank.recv(new byte[CLAIM_FROM]);
        peer.withdraws = true;
        open.cancel();
        assertTrue(open.isCancelled());
        assertEquals(-1, open.cookie());
        assertEquals(0, rank.pt2pt.postedReceives());
    }

    @Test
    void shouldFailPublishedReceivesWhenThePeerIsLost() {
        RecvRequest claimed = rank.recv(new byte[CLAIM_FROM]);
        long cookie = claimed.cookie();
        peer.withdraws = false;
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        assertEquals(ErrorClass.PROC_ABORTED, claimed.failure().errorClass());
        assertEquals(-1, claimed.cookie());
        claimed(100, cookie);
        assertFalse(peer.takeCalls().contains("free 7"));
        ScriptedRank other = met(ScriptedRank.options().claims().open());
        RecvRequest open = other.recv(new byte[CLAIM_FROM]);
        other.peer.takeCalls();
        other.inbound.onPeerLost(WORLD_PEER, "gone");
        assertTrue(open.hasFailed());
        assertEquals(List.of("withdraw 7", "forget 100"), other.peer.takeCalls());
    }

    @Test
    void shouldKeepMemoryThatALostPeerMayStillWriteTo() {
        ByteBuffer kept = ByteBuffer.allocateDirect(CLAIM_FROM);
        ByteBuffer hidden = ByteBuffer.allocateDirect(CLAIM_FROM - 1);
        RecvRequest claimed = receive(kept, TAG);
        RecvRequest unpublished = receive(hidden, TAG + 1);
        peer.withdraws = false;
        assertTrue(user(kept).contains("recv"), user(kept));
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        assertTrue(unpublished.hasFailed());
        rank.pt2pt.release(claimed);
        rank.pt2pt.release(unpublished);
        assertTrue(user(kept).contains("lost peer"), user(kept));
        assertNull(user(hidden));
    }

    private RecvRequest receive(ByteBuffer room, int tag) {
        return rank.pt2pt.startReceive(
                rank.pt2pt.bindReceive(room, 0, room.capacity(), MpiType.BYTE),
                rank.comm,
                PEER,
                tag);
    }

    private String user(ByteBuffer buffer) {
        return rank.pt2pt.userOf(MemorySegment.ofBuffer(buffer));
    }

    @Test
    void shouldPublishNothingWhenAJournalDecidesMatches() {
        ScriptedRank controlled = met(ScriptedRank.options().claims().controlled().open());
        controlled.recv(new byte[CLAIM_FROM]);
        assertTrue(controlled.peer.takeCalls().isEmpty());
    }
}
