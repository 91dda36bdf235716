package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.AHEAD;
import static musubi.pt2pt.matching.MessageKind.CANCEL;
import static musubi.pt2pt.matching.MessageKind.CREDIT;
import static musubi.pt2pt.matching.MessageKind.EAGER;
import static musubi.pt2pt.matching.MessageKind.READY_TO_SEND;
import static musubi.pt2pt.matching.MessageKind.SYNCHRONOUS;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.SendOutcome;
import musubi.adi.TransportTraits;
import musubi.config.Settings;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Flow control: {@link EagerWindow}, the credit in {@link Peer}, {@link CreditReturn}. */
class CreditTest {
    /** What a message of 100 bytes costs. */
    private static final int COST = 100 + Peer.MESSAGE_COST;

    private static ScriptedRank withWindow(long bytes) {
        return ScriptedRank.options().window(bytes).open();
    }

    private static List<Integer> kinds(ScriptedRank rank) {
        return rank.peer.takeSent().stream().map(Sent::kind).toList();
    }

    @Test
    void shouldAnnounceAShortMessageWhenTheCreditIsUsedUp() {
        ScriptedRank rank = withWindow(2 * COST);
        rank.send(data(100));
        rank.send(data(100));
        assertTrue(rank.events.take("outOfCredit").isEmpty());
        SendRequest third = rank.send(data(0));
        assertEquals(List.of(EAGER, EAGER, READY_TO_SEND), kinds(rank));
        assertEquals(List.of("outOfCredit"), rank.events.take("outOfCredit"));
        assertFalse(third.isComplete());
        rank.control(CREDIT, COST, 0);
        rank.send(data(100));
        rank.send(data(100));
        assertEquals(List.of(EAGER, READY_TO_SEND), kinds(rank));
    }

    @Test
    void shouldKeepTheCreditWhenThereWasNoRoom() {
        ScriptedRank rank = withWindow(COST);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.send(data(100));
        rank.poll();
        assertEquals(List.of(EAGER), kinds(rank));
        rank.poll();
        rank.send(data(100));
        assertEquals(List.of(READY_TO_SEND), kinds(rank));
    }

    private static SendRequest sendFast(ScriptedRank rank, int bytes) {
        SendPath sends = rank.pt2pt.sends();
        byte[] data = data(bytes);
        SendRequest bound = sends.bind(SendMode.STANDARD, data, 0, bytes, MpiType.BYTE);
        assertNull(bound);
        return sends.start(null, SendMode.STANDARD, rank.comm, PEER, TAG);
    }

    @Test
    void shouldSendWithoutARequestWhileThereIsCredit() {
        ScriptedRank rank = withWindow(COST);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        SendRequest queued = sendFast(rank, 100);
        assertFalse(queued.isComplete());
        SendRequest behind = sendFast(rank, 100);
        rank.poll();
        assertTrue(queued.isComplete());
        assertFalse(behind.isComplete());
        assertEquals(List.of(EAGER, READY_TO_SEND), kinds(rank));
        rank.control(CREDIT, COST, 0);
        rank.events.take();
        assertNull(sendFast(rank, 100));
        Sent sent = rank.peer.takeOne();
        assertEquals("kind=1 context=10 source=1 tag=5 length=100 cookie=0", sent.header());
        assertEquals(List.of("sent EAGER 2 10 5 100"), rank.events.take());
        assertFalse(sendFast(rank, 100).isComplete());
        assertEquals(4, rank.pt2pt.messageCounts().sent());
    }

    @Test
    void shouldUseARequestWhenAMessageIsTooLongForOneEagerMessage() {
        ScriptedRank rank = withWindow(1 << 20);
        assertNull(sendFast(rank, ScriptedRank.EAGER_LIMIT));
        assertFalse(sendFast(rank, ScriptedRank.EAGER_LIMIT + 1).isComplete());
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        assertTrue(sendFast(rank, 0).hasFailed());
        assertEquals(List.of(EAGER, READY_TO_SEND), kinds(rank));
    }

    @Test
    void shouldReturnCreditWhenHalfAWindowHasBeenMatched() {
        ScriptedRank rank = withWindow(4 * COST);
        rank.recv(new byte[100]);
        rank.arriveEager(data(100));
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.arriveEager(data(99));
        rank.recv(new byte[100]);
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.recv(new byte[100]);
        rank.arrive(EAGER, TAG, 1, 0, data(1));
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.poll();
        long owed = 2 * COST + Peer.MESSAGE_COST;
        assertEquals(
                "kind=8 context=0 source=0 tag=0 length=" + owed + " cookie=0",
                rank.peer.takeOne().header());
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        rank.recv(new byte[100]);
        rank.arriveEager(data(100));
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
    }

    @Test
    void shouldReturnCreditForTruncatedAndCancelledMessagesInFull() {
        ScriptedRank rank = withWindow(2 * COST);
        rank.recv(new byte[10]);
        rank.arriveEager(data(100));
        rank.poll();
        assertEquals(COST, rank.peer.takeOne().length());
        rank.arrive(EAGER, SYNCHRONOUS, TAG, 100, 3, data(100));
        rank.control(CANCEL, 0, 3);
        rank.poll();
        assertEquals(
                List.of((long) COST, 1L), rank.peer.takeSent().stream().map(Sent::length).toList());
        rank.announce(5000, 4, -1);
        rank.control(CANCEL, 0, 4);
        rank.poll();
        assertEquals(1, rank.peer.takeOne().length());
    }

    @Test
    void shouldNotReturnCreditToALostPeer() {
        ScriptedRank rank = withWindow(2 * COST);
        rank.recv(new byte[100]);
        rank.arriveEager(data(100));
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.poll();
        assertTrue(rank.peer.takeSent().isEmpty());
        assertTrue(rank.work.isEmpty());
    }

    @Test
    void shouldSendLongerMessagesEagerlyOnALongPath() {
        TransportTraits traits = new TransportTraits(64, 2000, true);
        assertEquals(2000, EagerWindow.longPathLimit(traits));
        assertEquals(1 << 20, EagerWindow.longPathLimit(new TransportTraits(64, 2 << 20, true)));
        ScriptedRank rank = ScriptedRank.options().eagerLimit(64).open();
        rank.send(data(65));
        rank.peer.longPathBytes = 1;
        rank.send(data(65));
        rank.send(data(ScriptedRank.FRAGMENT));
        rank.send(data(ScriptedRank.FRAGMENT + 1));
        assertEquals(List.of(READY_TO_SEND, EAGER, EAGER, READY_TO_SEND, AHEAD), kinds(rank));
    }

    /** Sends messages until one is announced; returns the bytes of credit that the others took. */
    private static long useUpCredit(ScriptedRank rank) {
        byte[] message = data(ScriptedRank.FRAGMENT);
        long used = 0;
        while (true) {
            rank.send(message);
            if (rank.peer.takeOne().kind() == READY_TO_SEND) {
                return used;
            }
            used += message.length + Peer.MESSAGE_COST;
        }
    }

    @Test
    void shouldExtendTheCreditWithBandwidthAndDelay() {
        int cost = ScriptedRank.FRAGMENT + Peer.MESSAGE_COST;
        ScriptedRank rank = withWindow(ScriptedRank.WINDOW_OF_TRANSPORT);
        long used = useUpCredit(rank);
        assertEquals((1 << 20) / cost * cost, used);
        rank.peer.longPathBytes = 1 << 20;
        rank.control(CREDIT, used, 0);
        used = useUpCredit(rank);
        assertEquals((3 << 20) / cost * cost, used);
        rank.peer.longPathBytes = 1L << 40;
        rank.control(CREDIT, used, 0);
        used = useUpCredit(rank);
        assertEquals((16 << 20) / cost * cost, used);
        rank.peer.longPathBytes = 1;
        rank.control(CREDIT, cost, 0);
        assertEquals(cost, useUpCredit(rank));
    }

    @Test
    void shouldNotExtendACreditThatIsSet() {
        ScriptedRank rank = withWindow(2 * COST);
        rank.peer.longPathBytes = 1 << 20;
        rank.send(data(100));
        rank.send(data(100));
        rank.send(data(100));
        assertEquals(List.of(EAGER, EAGER, READY_TO_SEND), kinds(rank));
    }

    private static long window(String setting, int eagerLimit) {
        Settings settings =
                new Settings(name -> name.equals("musubi.eager.window") ? setting : null, Map.of());
        return EagerWindow.of(settings).bytes(new TransportTraits(eagerLimit, 1, true));
    }

    @Test
    void shouldDeriveTheWindowFromTheTransportUnlessItIsSet() {
        assertEquals(12345, window("12345", 1 << 20));
        assertEquals(0, window("0", 1 << 20));
        assertEquals(1 << 20, window(null, 1024));
        assertEquals(64 * (32768 + 256), window(null, 32768));
        assertEquals(64 * (65536 + 256), window(null, 1 << 20));
    }
}
