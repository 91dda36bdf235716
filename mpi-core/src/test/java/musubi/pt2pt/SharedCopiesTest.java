package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.CONTEXT;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.COPIED;
import static musubi.pt2pt.matching.MessageKind.GET_DONE;
import static musubi.pt2pt.matching.MessageKind.JOIN;
import static musubi.pt2pt.matching.MessageKind.READY_TO_SEND;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.request.CommRequest;

import org.junit.jupiter.api.Test;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Long messages that both ranks copy: {@link SharedCopies}, {@link SharedCopy}. */
class SharedCopiesTest {
    private static final int CHUNK = 64 << 10;
    private static final int LAST = 45056;
    private static final int LENGTH = 4 * CHUNK + LAST;
    private static final long FIRST_TICKET = 1 << 24;
    private static final long PEER_COOKIE = 9;
    private static final long PEER_KEY = 40;

    private final ScriptedRank rank = ScriptedRank.options().sharedCopies().open();
    private final ScriptedEndpoint peer = rank.peer;

    private long word(int counter) {
        return rank.transport.pool.get(ValueLayout.JAVA_LONG, counter * 128L);
    }

    /** The peer takes a chunk of a message whose counter is this rank's. */
    private void peerTakesChunk(int counter) {
        rank.transport.pool.set(ValueLayout.JAVA_LONG, counter * 128L, word(counter) + 1);
    }

    private List<String> copies() {
        return peer.takeCalls().stream()
                .filter(call -> call.startsWith("get") || call.startsWith("put"))
                .toList();
    }

    private static List<String> chunks(String call, long key, int from, int to) {
        List<String> chunks = new ArrayList<>();
        for (int i = from; i < to; i++) {
            chunks.add(call + " " + key + " " + i * CHUNK + " " + (i < 4 ? CHUNK : LAST));
        }
        return chunks;
    }

    private static String copied(long bytes, long cookie) {
        return "kind=" + COPIED + " context=0 source=0 tag=0 length=" + bytes + " cookie=" + cookie;
    }

    private static void assertLost(CommRequest request) {
        assertTrue(request.isComplete());
        assertEquals(ErrorClass.PROC_ABORTED, request.failure().errorClass());
    }

    /** A receive that has met an announced message and sent JOIN. */
    private RecvRequest joined(byte[] room) {
        RecvRequest recv = rank.recv(room);
        rank.announce(room.length, PEER_COOKIE, PEER_KEY);
        rank.poll();
        return recv;
    }

    @Test
    void shouldCopyEverythingWhenThePeerTakesNoPart() {
        byte[] data = data(LENGTH);
        System.arraycopy(data, 0, peer.peerMemory, 0, LENGTH);
        byte[] room = new byte[LENGTH];
        RecvRequest recv = joined(room);
        Sent join = peer.takeOne();
        assertEquals(
                "kind=12 context=0 source=0 tag=0 length=" + LENGTH + " cookie=9", join.header());
        assertEquals(recv.cookie(), join.word(3));
        assertEquals(FIRST_TICKET, join.word(2));
        assertEquals(FIRST_TICKET, word(0));
        assertEquals(LENGTH, peer.exposed.get(join.word(0)).length());
        assertEquals(8 * 128, peer.exposed.get(join.word(1)).length());
        assertTrue(copies().isEmpty());
        assertEquals(1, rank.poll());
        assertEquals(chunks("get", PEER_KEY, 0, 4), copies());
        assertFalse(recv.isComplete());
        rank.poll();
        assertEquals(chunks("get", PEER_KEY, 4, 5), copies());
        assertEquals(copied(LENGTH, PEER_COOKIE), peer.takeOne().header());
        assertTrue(recv.isComplete());
        assertFalse(recv.hasFailed());
        assertArrayEquals(data, room);
        assertTrue(rank.work.isEmpty());
        assertEquals(2 * FIRST_TICKET, word(0));
        assertEquals(List.of("landed 2 10 5 " + LENGTH), rank.events.take("landed"));
        assertFalse(peer.exposed.containsKey(join.word(0)));
    }

    @Test
    void shouldWaitForThePeersChunksWhenItTakesPart() {
        RecvRequest recv = joined(new byte[LENGTH]);
        peer.takeSent();
        copies();
        peerTakesChunk(0);
        rank.poll();
        assertEquals(chunks("get", PEER_KEY, 1, 5), copies());
        rank.poll();
        assertEquals(copied(LENGTH - CHUNK, PEER_COOKIE), peer.takeOne().header());
        assertFalse(recv.isComplete());
        assertTrue(rank.work.isEmpty());
        rank.control(COPIED, CHUNK, recv.cookie());
        rank.poll();
        assertTrue(recv.isComplete());
        assertTrue(peer.takeSent().isEmpty());
    }

    @Test
    void shouldReportNothingWhenThePeerHasCopiedEverything() {
        RecvRequest recv = joined(new byte[LENGTH]);
        peer.takeSent();
        copies();
        for (int i = 0; i < 5; i++) {
            peerTakesChunk(0);
        }
        rank.poll();
        assertFalse(recv.isComplete());
        rank.control(COPIED, LENGTH - 1, recv.cookie());
        rank.poll();
        assertFalse(recv.isComplete());
        rank.control(COPIED, LENGTH, recv.cookie());
        rank.poll();
        assertTrue(recv.isComplete());
        assertTrue(copies().isEmpty());
        assertTrue(peer.takeSent().isEmpty());
    }

    @Test
    void shouldRepeatAChunkAndTheReportWhenThereIsNoRoom() {
        RecvRequest recv = joined(new byte[LENGTH]);
        peer.takeSent();
        copies();
        peer.copies.add(SendOutcome.ACCEPTED);
        peer.copies.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertEquals(chunks("get", PEER_KEY, 0, 1), copies());
        rank.poll();
        assertEquals(chunks("get", PEER_KEY, 1, 5), copies());
        peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertFalse(recv.isComplete());
        rank.poll();
        assertEquals(copied(LENGTH, PEER_COOKIE), peer.takeOne().header());
        assertTrue(recv.isComplete());
    }

    @Test
    void shouldFailWhenThePeerIsLostDuringACopyOrAReport() {
        RecvRequest copying = joined(new byte[LENGTH]);
        peer.copies.add(SendOutcome.PEER_LOST);
        rank.poll();
        assertLost(copying);
        assertTrue(rank.work.isEmpty());
        assertEquals(2 * FIRST_TICKET, word(0));
        RecvRequest reporting = joined(new byte[LENGTH]);
        rank.poll();
        peer.sends.add(SendOutcome.PEER_LOST);
        rank.poll();
        assertLost(reporting);
        assertTrue(rank.work.isEmpty());
        assertEquals(4 * FIRST_TICKET, word(0));
    }

    @Test
    void shouldLeaveWhenThePeerIsLost() {
        RecvRequest recv = joined(new byte[LENGTH]);
        copies();
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        assertLost(recv);
        assertEquals(2 * FIRST_TICKET, word(0));
        rank.poll();
        assertTrue(copies().isEmpty());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldGetTheMessageAloneWhenItIsShorter() {
        int shorter = 256 << 10;
        RecvRequest recv = joined(new byte[shorter - 1]);
        assertEquals(GET_DONE, peer.takeOne().kind());
        assertTrue(recv.isComplete());
        joined(new byte[shorter]);
        assertEquals(JOIN, peer.takeOne().kind());
    }

    @Test
    void shouldUseEightCountersAtOnce() {
        List<RecvRequest> waiting = new ArrayList<>();
        List<Sent> joins = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            waiting.add(rank.recv(new byte[LENGTH]));
            rank.announce(LENGTH, PEER_COOKIE + i, PEER_KEY);
        }
        rank.poll();
        List<Sent> sent = peer.takeSent();
        for (int i = 0; i < 8; i++) {
            assertEquals(JOIN, sent.get(i).kind());
            joins.add(sent.get(i));
            assertEquals(sent.get(0).word(1) + i * 128L, sent.get(i).word(1));
        }
        assertEquals(GET_DONE, sent.get(8).kind());
        assertTrue(waiting.get(8).isComplete());
        rank.poll();
        rank.poll();
        assertTrue(waiting.stream().allMatch(CommRequest::isComplete));
        peer.takeSent();
        for (int i = 0; i < 8; i++) {
            assertEquals(2 * FIRST_TICKET, word(i));
        }
        for (int i = 0; i < 8; i++) {
            rank.recv(new byte[LENGTH]);
            rank.announce(LENGTH, PEER_COOKIE + i, PEER_KEY);
        }
        rank.poll();
        List<Sent> again = peer.takeSent();
        for (int i = 0; i < 8; i++) {
            assertEquals(joins.get(i).word(1), again.get(i).word(1));
            assertEquals(3 * FIRST_TICKET, again.get(i).word(2));
        }
    }

    @Test
    void shouldGetTheMessageAloneWhenThePeerCannotReachTheBuffer() {
        joined(new byte[LENGTH]);
        rank.poll();
        rank.poll();
        peer.takeSent();
        peer.reachesMemory = false;
        RecvRequest recv = joined(new byte[LENGTH]);
        assertEquals(GET_DONE, peer.takeOne().kind());
        assertTrue(recv.isComplete());
        ScriptedRank withoutPool = ScriptedRank.options().remoteMemory().open();
        withoutPool.recv(new byte[LENGTH]);
        withoutPool.announce(LENGTH, PEER_COOKIE, PEER_KEY);
        withoutPool.poll();
        assertEquals(GET_DONE, withoutPool.peer.takeOne().kind());
    }

    @Test
    void shouldSendJoinAgainWhenThereWasNoRoom() {
        RecvRequest recv = rank.recv(new byte[LENGTH]);
        rank.announce(LENGTH, PEER_COOKIE, PEER_KEY);
        peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        rank.poll();
        Sent join = peer.takeOne();
        assertEquals(JOIN, join.kind());
        assertEquals(FIRST_TICKET, join.word(2));
        assertFalse(recv.isComplete());
        RecvRequest lost = rank.recv(new byte[LENGTH]);
        rank.announce(LENGTH, PEER_COOKIE, PEER_KEY);
        peer.sends.add(SendOutcome.PEER_LOST);
        rank.poll();
        assertLost(lost);
    }

    /** The peer's JOIN for a request of this rank. */
    private void join(long cookie) {
        peer.peerWord = FIRST_TICKET;
        rank.arrive(JOIN, TAG, LENGTH, cookie, ScriptedRank.bytes(55, 66, FIRST_TICKET, 77));
    }

    @Test
    void shouldPutTheSendersPartWhenTheReceiverJoins() {
        byte[] data = data(LENGTH);
        SendRequest send = rank.send(data);
        long cookie = rank.sentCookie(READY_TO_SEND);
        join(cookie + 1);
        rank.poll();
        assertTrue(copies().isEmpty());
        join(cookie);
        assertTrue(copies().isEmpty());
        rank.poll();
        assertEquals(chunks("put", 55, 0, 4), copies());
        assertEquals(FIRST_TICKET + 4, peer.peerWord);
        peer.peerWord++;
        rank.poll();
        assertEquals(copied(4 * CHUNK, 77), peer.takeOne().header());
        assertFalse(send.isComplete());
        rank.control(COPIED, LAST, cookie);
        rank.poll();
        assertTrue(send.isComplete());
        assertFalse(send.hasFailed());
        assertArrayEquals(
                Arrays.copyOf(data, 4 * CHUNK), Arrays.copyOf(peer.peerMemory, 4 * CHUNK));
        rank.control(COPIED, LAST, cookie);
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldTakeNothingWhenTheReceiverHasFinishedAlready() {
        SendRequest send = rank.send(data(LENGTH));
        long cookie = rank.sentCookie(READY_TO_SEND);
        join(cookie);
        peer.peerWord = 2 * FIRST_TICKET;
        rank.poll();
        assertTrue(copies().isEmpty());
        assertFalse(send.isComplete());
        assertEquals(2 * FIRST_TICKET, peer.peerWord);
        rank.control(COPIED, LENGTH, cookie);
        rank.poll();
        assertTrue(send.isComplete());
        assertTrue(peer.takeSent().isEmpty());
    }

    @Test
    void shouldFailTheSendWhenThePeerIsLostDuringAPut() {
        SendRequest send = rank.send(data(LENGTH));
        join(rank.sentCookie(READY_TO_SEND));
        peer.copies.add(SendOutcome.PEER_LOST);
        rank.poll();
        assertLost(send);
        assertEquals(SendRequest.Stage.DONE, send.stage);
        SendRequest other = rank.send(data(LENGTH));
        join(rank.sentCookie(READY_TO_SEND));
        copies();
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.poll();
        assertLost(other);
        assertTrue(copies().isEmpty());
    }

    @Test
    void shouldSendJoinWhenALongPublishedReceiveIsClaimed() {
        peer.claimable = new long[] {55, 77};
        peer.sends.add(SendOutcome.BACK_PRESSURED);
        byte[] data = data(LENGTH);
        SendRequest send = rank.send(data);
        SendRequest behind = rank.send(data(8));
        rank.poll();
        List<Sent> sent = peer.takeSent();
        assertEquals(
                "kind=12 context=10 source=1 tag=5 length=" + LENGTH + " cookie=77",
                sent.get(0).header());
        assertEquals(2, sent.size());
        assertTrue(behind.isComplete());
        assertEquals(send.cookie(), sent.get(0).word(3));
        while (!send.isComplete()) {
            assertTrue(rank.poll() > 0);
        }
        assertEquals(copied(LENGTH, 77), peer.takeOne().header());
        assertEquals(chunks("put", 55, 0, 5), copies());
        assertArrayEquals(data, Arrays.copyOf(peer.peerMemory, LENGTH));
    }

    @Test
    void shouldCopyNoEmptyChunkWhenTheLengthIsAMultiple() {
        int length = 4 * CHUNK;
        RecvRequest recv = joined(new byte[length]);
        assertEquals(JOIN, peer.takeOne().kind());
        rank.poll();
        rank.poll();
        assertTrue(recv.isComplete());
        assertEquals(chunks("get", PEER_KEY, 0, 4), copies());
        peer.takeSent();
        peer.claimable = new long[] {55, 77};
        rank.send(data(length));
        assertEquals(JOIN, peer.takeOne().kind());
    }

    @Test
    void shouldPutAloneAfterAClaimWhenThereIsNoCounter() {
        ScriptedRank claims = ScriptedRank.options().claims().open();
        claims.peer.claimable = new long[] {55, 77};
        SendRequest send = claims.send(data(LENGTH));
        assertEquals(musubi.pt2pt.matching.MessageKind.CLAIMED, claims.peer.takeOne().kind());
        assertTrue(send.isComplete());
    }

    @Test
    void shouldTakeKeyZeroForAKey() {
        joined(new byte[LENGTH]);
        rank.poll();
        rank.poll();
        peer.takeSent();
        peer.nextKey = -1;
        joined(new byte[LENGTH]);
        Sent join = peer.takeOne();
        assertEquals(JOIN, join.kind());
        assertEquals(0, join.word(0));
    }

    @Test
    void shouldFailTheSendWhenJoinFindsThePeerLost() {
        peer.claimable = new long[] {55, 77};
        peer.sends.add(SendOutcome.PEER_LOST);
        SendRequest send = rank.send(data(LENGTH));
        assertLost(send);
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldGetTheReceiversPartWhenItsPublishedReceiveIsClaimed() {
        rank.arriveEager(data(8));
        rank.recv(new byte[8]);
        RecvRequest recv = rank.recv(new byte[LENGTH]);
        peer.takeCalls();
        rank.events.take();
        join(recv.cookie());
        assertEquals(List.of("received CLAIM 2 10 5 " + LENGTH), rank.events.take("received"));
        assertEquals(List.of("free 7"), peer.takeCalls());
        assertEquals(0, rank.pt2pt.postedReceives());
        assertFalse(recv.isComplete());
        while (!recv.isComplete()) {
            assertTrue(rank.poll() > 0);
        }
        assertEquals(PEER, recv.source());
        assertEquals(TAG, recv.tag());
        assertEquals(LENGTH, recv.bytes());
        assertEquals(chunks("get", 55, 0, 5), copies());
        assertEquals(copied(LENGTH, 77), peer.takeOne().header());
        assertEquals(CONTEXT, recv.contextId());
    }
}
