package musubi.pt2pt;

import static musubi.pt2pt.ScriptedRank.FRAGMENT;
import static musubi.pt2pt.ScriptedRank.PEER;
import static musubi.pt2pt.ScriptedRank.TAG;
import static musubi.pt2pt.ScriptedRank.WORLD_PEER;
import static musubi.pt2pt.ScriptedRank.data;
import static musubi.pt2pt.matching.MessageKind.AHEAD;
import static musubi.pt2pt.matching.MessageKind.CANCEL;
import static musubi.pt2pt.matching.MessageKind.CANCEL_ANSWER;
import static musubi.pt2pt.matching.MessageKind.CLEAR_TO_SEND;
import static musubi.pt2pt.matching.MessageKind.CREDIT;
import static musubi.pt2pt.matching.MessageKind.DATA;
import static musubi.pt2pt.matching.MessageKind.PUT_DONE;
import static musubi.pt2pt.matching.MessageKind.READY_TO_SEND;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.SendOutcome;
import musubi.error.ErrorClass;
import musubi.pt2pt.ScriptedEndpoint.Sent;
import musubi.pt2pt.matching.UnexpectedMessage;
import musubi.pt2pt.request.SendMode;
import musubi.type.MpiType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The first data of long messages, of which a peer on a long path gets 1,500 bytes ahead. */
class AheadFragmentsTest {
    private static final int LONG = 2500;
    private static final int PATH = 1500;
    private static final long COOKIE = 77;
    private static final long RECEIVE = 4711;
    private static final long NO_KEY = -1;

    /** Half of it is what is sent ahead, so that it is returned when that has been taken. */
    private static final int WINDOW = 2 * (PATH + 2 * Peer.MESSAGE_COST);

    private ScriptedRank rank = onLongPath(ScriptedRank.options().window(WINDOW));

    private static ScriptedRank onLongPath(ScriptedRank.Options options) {
        ScriptedRank opened = options.open();
        opened.peer.longPathBytes = PATH;
        return opened;
    }

    private List<String> sent() {
        List<String> all = new ArrayList<>();
        for (Sent one : rank.peer.takeSent()) {
            boolean hasOffset = one.kind() == AHEAD || one.kind() == DATA;
            all.add(
                    one.kind()
                            + (hasOffset ? " " + one.length() + " " + one.payload().length : ""));
            if (hasOffset) {
                int at = (int) one.length();
                assertArrayEquals(slice(data(LONG), at, one.payload().length), one.payload());
            }
        }
        return all;
    }

    private static byte[] slice(byte[] data, int from, int bytes) {
        return Arrays.copyOfRange(data, from, from + bytes);
    }

    private static String part(int kind, int at, int bytes) {
        return kind + " " + at + " " + bytes;
    }

    private long announced() {
        List<Sent> all = rank.peer.takeSent();
        assertEquals(READY_TO_SEND, all.getFirst().kind());
        all.stream().skip(1).forEach(one -> assertEquals(all.getFirst().cookie(), one.cookie()));
        return all.getFirst().cookie();
    }

    private void clearToSend(long cookie, long bytes) {
        rank.control(CLEAR_TO_SEND, bytes, cookie, RECEIVE, NO_KEY);
        rank.poll();
    }

    @Test
    void shouldSendAsMuchAheadAsThePathHolds() {
        rank.send(data(LONG));
        List<String> expected =
                List.of(
                        "" + READY_TO_SEND,
                        part(AHEAD, 0, FRAGMENT),
                        part(AHEAD, FRAGMENT, PATH - FRAGMENT));
        assertEquals(expected, sent());
    }

    @Test
    void shouldGoOnWhereTheDataAheadEnds() {
        SendRequest send = rank.send(data(LONG));
        clearToSend(announced(), LONG);
        assertEquals(List.of(part(DATA, PATH, LONG - PATH)), sent());
        assertTrue(send.isComplete());
        assertEquals(rank.pt2pt.messageCounts().sent(), 1 + LONG);
    }

    @Test
    void shouldSendNothingMoreWhenTheReceiverTakesLess() {
        SendRequest send = rank.send(data(LONG));
        clearToSend(announced(), PATH - 1);
        assertEquals(List.of(), sent());
        assertTrue(send.isComplete());
        SendRequest empty = rank.send(data(LONG));
        clearToSend(announced(), 0);
        assertEquals(List.of("" + PUT_DONE), sent());
        assertTrue(empty.isComplete());
    }

    /** What is sent ahead is copied, so there is nothing to wait for. */
    @Test
    void shouldNotAwaitZeroCopyWhenAllWasSentAhead() {
        rank = onLongPath(ScriptedRank.options().zeroCopy());
        rank.peer.completed = -1;
        SendRequest send = rank.send(data(LONG));
        clearToSend(announced(), PATH);
        assertTrue(send.isComplete());
    }

    @Test
    void shouldSendTheRestLaterWhenThereIsNoRoom() {
        rank.peer.sends.addAll(List.of(SendOutcome.ACCEPTED, SendOutcome.BACK_PRESSURED));
        SendRequest send = rank.send(data(LONG));
        long cookie = rank.sentCookie(READY_TO_SEND);
        clearToSend(cookie, LONG);
        int rest = LONG - 2 * FRAGMENT;
        assertEquals(
                List.of(
                        part(DATA, 0, FRAGMENT),
                        part(DATA, FRAGMENT, FRAGMENT),
                        part(DATA, 2 * FRAGMENT, rest)),
                sent());
        assertTrue(send.isComplete());
        // The credit is there again: the next one is sent ahead in whole.
        rank.send(data(LONG));
        assertEquals(3, rank.peer.takeSent().size());
    }

    @Test
    void shouldBeginAnewWhenARequestIsStartedAgain() {
        SendRequest send = rank.send(data(LONG));
        clearToSend(announced(), LONG);
        sent();
        rank.peer.longPathBytes = 0;
        rank.pt2pt.start(send, rank.comm, PEER, TAG);
        clearToSend(announced(), LONG);
        assertEquals(part(DATA, 0, FRAGMENT), sent().getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"short path", "journal", "objects", "no credit"})
    void shouldSendNothingAhead(String why) {
        ScriptedRank.Options options = ScriptedRank.options();
        rank =
                switch (why) {
                    case "short path" -> options.open();
                    case "journal" -> onLongPath(options.controlled());
                    case "no credit" -> onLongPath(options.window(FRAGMENT));
                    default -> onLongPath(options);
                };
        if (why.equals("objects")) {
            Object[] objects = {"a".repeat(LONG)};
            SendRequest send = rank.pt2pt.sendRequest(SendMode.STANDARD);
            rank.pt2pt.start(send.bind(objects, 0, 1, MpiType.OBJECT), rank.comm, PEER, TAG);
        } else {
            rank.send(data(LONG));
        }
        assertEquals(List.of("" + READY_TO_SEND), sent());
    }

    private void arriveAhead(int from, int bytes) {
        rank.arrive(AHEAD, TAG, from, COOKIE, slice(data(LONG), from, bytes));
    }

    private void arriveAhead() {
        arriveAhead(0, FRAGMENT);
        arriveAhead(FRAGMENT, PATH - FRAGMENT);
    }

    /** Answers, takes the rest, and returns all credit. */
    private void receiveTheRest(RecvRequest recv, byte[] room) {
        rank.poll();
        Sent answer =
                rank.peer.takeSent().stream()
                        .filter(one -> one.kind() == CLEAR_TO_SEND)
                        .findFirst()
                        .orElseThrow();
        assertEquals(COOKIE, answer.cookie());
        assertEquals(LONG, answer.length());
        assertFalse(recv.isComplete());
        rank.arrive(DATA, TAG, PATH, answer.word(0), slice(data(LONG), PATH, LONG - PATH));
        assertTrue(recv.isComplete());
        assertFalse(recv.hasFailed());
        assertEquals(LONG, recv.bytes());
        assertArrayEquals(data(LONG), room);
    }

    private void assertCreditReturned() {
        rank.poll();
        Sent credit =
                rank.peer.takeSent().stream()
                        .filter(one -> one.kind() == CREDIT)
                        .findFirst()
                        .orElseThrow();
        assertEquals(PATH + 2 * Peer.MESSAGE_COST, credit.length());
    }

    @Test
    void shouldPutItIntoThePostedReceive() {
        byte[] room = new byte[LONG];
        RecvRequest recv = rank.recv(room);
        rank.announce(LONG, COOKIE, NO_KEY);
        rank.poll();
        Sent answer = rank.peer.takeOne();
        arriveAhead();
        assertArrayEquals(slice(data(LONG), 0, PATH), slice(room, 0, PATH));
        rank.arrive(DATA, TAG, PATH, answer.word(0), slice(data(LONG), PATH, LONG - PATH));
        assertTrue(recv.isComplete());
        assertArrayEquals(data(LONG), room);
        assertCreditReturned();
        assertEquals(1 + LONG, rank.pt2pt.messageCounts().received());
    }

    @Test
    void shouldPutItIntoThePostedReceiveBeforeTheAnswer() {
        byte[] room = new byte[LONG];
        RecvRequest recv = rank.recv(room);
        rank.announce(LONG, COOKIE, NO_KEY);
        arriveAhead();
        receiveTheRest(recv, room);
    }

    /** The sender would wait for it for ever. */
    @Test
    void shouldCompleteAfterTheAnswerOnlyWhenAllWasSentAhead() {
        RecvRequest recv = rank.recv(new byte[PATH]);
        rank.announce(PATH, COOKIE, NO_KEY);
        rank.peer.sends.add(SendOutcome.BACK_PRESSURED);
        rank.poll();
        arriveAhead();
        assertFalse(recv.isComplete());
        rank.poll();
        assertEquals(CLEAR_TO_SEND, rank.peer.takeSent().getFirst().kind());
        assertTrue(recv.isComplete());
        RecvRequest answered = rank.recv(new byte[PATH]);
        rank.announce(PATH, COOKIE, NO_KEY);
        rank.poll();
        assertFalse(answered.isComplete());
        arriveAhead();
        assertTrue(answered.isComplete());
    }

    @Test
    void shouldKeepItWithAnUnexpectedMessage() {
        rank.announce(LONG, COOKIE, NO_KEY);
        arriveAhead();
        assertEquals(PATH, rank.queues.unexpected().maxStoredBytes());
        byte[] room = new byte[LONG];
        receiveTheRest(rank.recv(room), room);
        assertEquals(0, rank.queues.unexpected().size());
        rank.arriveEager(data(1));
        assertEquals(PATH, rank.queues.unexpected().maxStoredBytes());
    }

    @Test
    void shouldPutOnePartIntoTheReceiveThatIsPostedAfterTheOther() {
        rank.announce(LONG, COOKIE, NO_KEY);
        arriveAhead(0, FRAGMENT);
        byte[] room = new byte[LONG];
        RecvRequest recv = rank.recv(room);
        arriveAhead(FRAGMENT, PATH - FRAGMENT);
        receiveTheRest(recv, room);
    }

    @Test
    void shouldKeepItWithAMessageThatAMatchedProbeHasTaken() {
        rank.announce(LONG, COOKIE, NO_KEY);
        arriveAhead(0, FRAGMENT);
        UnexpectedMessage found = rank.pt2pt.probe(rank.comm, PEER, TAG, false);
        rank.pt2pt.extract(found);
        arriveAhead(FRAGMENT, PATH - FRAGMENT);
        byte[] room = new byte[LONG];
        RecvRequest recv = rank.pt2pt.bindReceive(room, 0, LONG, MpiType.BYTE);
        recv.setContextId(ScriptedRank.CONTEXT);
        rank.pt2pt.start(recv, found);
        receiveTheRest(recv, room);
    }

    @Test
    void shouldDropItWhenTheSenderHasCancelled() {
        rank.announce(LONG, COOKIE, NO_KEY);
        arriveAhead();
        rank.control(CANCEL, 0, COOKIE);
        rank.poll();
        List<Sent> answers = rank.peer.takeSent();
        assertTrue(
                answers.stream().anyMatch(one -> one.kind() == CANCEL_ANSWER && one.length() == 1));
        assertTrue(answers.stream().anyMatch(one -> one.kind() == CREDIT));
        assertEquals(0, rank.queues.unexpected().size());
    }

    @Test
    void shouldTakeWhatFitsWhenTheReceiveIsShorter() {
        byte[] room = new byte[PATH - 100];
        RecvRequest recv = rank.recv(room);
        rank.announce(LONG, COOKIE, NO_KEY);
        rank.poll();
        assertEquals(PATH - 100, rank.peer.takeOne().length());
        arriveAhead();
        assertTrue(recv.isComplete());
        assertEquals(ErrorClass.TRUNCATE, recv.failure().errorClass());
        assertArrayEquals(slice(data(LONG), 0, PATH - 100), room);
        assertCreditReturned();
    }

    @Test
    void shouldFailTheReceiveWhenThePeerIsLost() {
        RecvRequest recv = rank.recv(new byte[LONG]);
        rank.announce(LONG, COOKIE, NO_KEY);
        arriveAhead();
        rank.inbound.onPeerLost(WORLD_PEER, "gone");
        rank.poll();
        assertTrue(recv.hasFailed());
        assertTrue(rank.work.isEmpty());
    }
}
