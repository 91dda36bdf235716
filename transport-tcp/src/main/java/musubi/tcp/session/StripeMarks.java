package musubi.tcp.session;

import musubi.tcp.frame.StripeOrder;

/**
 * The marks of one stream on the first stream of its peer, one for each of its messages; see {@link
 * StripeOrder}. Thread rule: the thread with exclusive access.
 */
final class StripeMarks {
    private final PeerConnection first;
    private final ConnectionTable table;

    /** Marks on a first stream. */
    StripeMarks(PeerConnection first, ConnectionTable table) {
        this.first = first;
        this.table = table;
    }

    /** The order of the streams. */
    StripeOrder order() {
        return first.streams().turn().order();
    }

    /** Whether the next message can be marked; connects the first stream if that has ended. */
    boolean mayWrite() {
        if (first.acceptsMessages()) {
            return first.streams().writer().hasRoomForStripeMark();
        }
        table.ensureConnecting(first);
        return false;
    }

    /** Marks a message that a stream has accepted. */
    void write(int stream) {
        first.streams().writer().writeStripeMark(stream);
        first.afterControlFrame();
        table.watch(first);
    }
}
