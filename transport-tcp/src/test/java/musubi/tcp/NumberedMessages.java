package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.SendOutcome;
import musubi.region.Region;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * A stream of messages from one rank to another, both ends: the receiver checks that each one
 * arrives once, in order and with its content, and keeps none.
 */
final class NumberedMessages implements Inbound {
    private static final int MOST_BYTES = 1 << 20;
    private static final byte[] PATTERN = pattern();

    private final IntUnaryOperator bytesOf;
    private final byte[] scratch = new byte[MOST_BYTES];
    private ZeroCopyRecorder there;
    private int sent;
    private int arrived;
    private String lost;

    /**
     * Messages without a sender.
     *
     * @param bytesOf size of each message, at most 1 MiB
     */
    NumberedMessages(IntUnaryOperator bytesOf) {
        this.bytesOf = bytesOf;
    }

    private static byte[] pattern() {
        byte[] bytes = new byte[2 * MOST_BYTES];
        new Random(3).nextBytes(bytes);
        return bytes;
    }

    void sendTo(ZeroCopyRecorder endpoint) {
        there = endpoint;
    }

    int sent() {
        return sent;
    }

    int arrived() {
        return arrived;
    }

    /** Why the sender is lost; null while it is not. */
    String lost() {
        return lost;
    }

    private static int offset(int number) {
        return number % MOST_BYTES;
    }

    /** Sends the next message if there is room; large ones of even numbers without a copy. */
    boolean trySend() {
        int bytes = bytesOf.applyAsInt(sent);
        Region region = new Region().wrapArray(PATTERN, offset(sent), bytes);
        Envelope envelope = TcpJob.envelope(sent);
        boolean copies = bytes <= 64 << 10 && sent % 2 == 1;
        SendOutcome outcome =
                copies
                        ? there.trySend(envelope, region, 0, bytes)
                        : there.send(envelope, region, bytes, true);
        if (outcome == SendOutcome.PEER_LOST) {
            throw new AssertionError("peer lost at message " + sent);
        }
        sent += outcome == SendOutcome.ACCEPTED ? 1 : 0;
        return outcome == SendOutcome.ACCEPTED;
    }

    boolean isCompleted() {
        return there.isCompleted();
    }

    @Override
    public void onMessage(int from, Envelope envelope, Region payload) {
        assertEquals(arrived, envelope.tag, "number of the message");
        int bytes = bytesOf.applyAsInt(arrived);
        assertEquals(bytes, payload.length(), "bytes of message " + arrived);
        payload.copyTo(0, new Region().wrapArray(scratch, 0, bytes), 0, bytes);
        int at = offset(arrived);
        int wrong = Arrays.mismatch(scratch, 0, bytes, PATTERN, at, at + bytes);
        assertEquals(-1, wrong, "content of message " + arrived);
        arrived++;
    }

    @Override
    public Region landingZone(int from, Envelope envelope, long bytes) {
        return null;
    }

    @Override
    public void onLanded(int from, Envelope envelope, long bytes) {
        throw new AssertionError("no landing zone");
    }

    @Override
    public void onPeerLost(int peer, String reason) {
        lost = reason;
    }
}
