package musubi.tcp;

import musubi.adi.Inbound;

/**
 * The frames of one session, in both directions and over all its connections. Reader and writer,
 * which have the buffers, are there from a connection on until the peers have parked ({@link
 * Parking}).
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class Traffic {
    private final int peer;
    private final StripeOrder.Turn turn;
    private final Receipt receipt = new Receipt();
    private final Parking parking = new Parking();
    private FrameReader reader;
    private FrameWriter writer;

    /**
     * Of a session that has not begun.
     *
     * @param turn when messages may be reported
     */
    Traffic(int peer, StripeOrder.Turn turn) {
        this.peer = peer;
        this.turn = turn;
    }

    /**
     * There is a connection.
     *
     * @param handshake of the connection
     * @return false when the peer has received what was not sent
     */
    boolean attach(TcpStream stream, Handshake handshake, Links links) {
        long received = handshake.peerReceived();
        if (!isThere()) {
            writer = parking.resume(receipt, links.options(), received);
            reader = new FrameReader(links.inbound(), peer, receipt, writer, links.options(), turn);
        }
        parking.begin();
        boolean fits = writer.attach(stream, received);
        if (fits) {
            links.counters().resentBytes().accept(writer.resentBytes());
            reader.attach(stream);
        }
        return fits;
    }

    /** The connection has ended. */
    void detach() {
        reader.detach();
        writer.detach();
    }

    /** No connection is needed for now; nothing is to be sent again. */
    void rest() {
        parking.keep(writer);
        reader = null;
        writer = null;
    }

    /** Whether there are a reader and a writer. */
    boolean isThere() {
        return reader != null;
    }

    /** Which of the peer's streams it is, and when that may be reported. */
    StripeOrder.Turn turn() {
        return turn;
    }

    FrameReader reader() {
        return reader;
    }

    FrameWriter writer() {
        return writer;
    }

    /** What the peer has been told of what was received. */
    Receipt receipt() {
        return receipt;
    }

    Parking parking() {
        return parking;
    }

    /** Whether the peer has said that it leaves. */
    boolean hasGoodbye() {
        return reader.notices().hasGoodbye();
    }

    /** Says that this rank leaves; what still comes is reported to somebody without memory. */
    void sayGoodbye(Inbound somebody) {
        reader.reportTo(somebody);
        turn.order().end();
        writer.sayGoodbye();
    }

    /** Whether neither rank needs the connection now, after what is to be said about that. */
    boolean isOver() {
        return parking.isOver(writer, reader);
    }

    /** Grows with each byte that got through, in either direction. */
    long progress() {
        return receipt.received() + writer.acknowledged();
    }

    /** Whether the kernel has all that was accepted. */
    boolean isDrained() {
        return writer == null || writer.isDrained();
    }

    /** How many payloads were lent. */
    long loans() {
        return parking.loans() + (writer == null ? 0 : writer.loans());
    }

    /** How many lent payloads are not needed any more. */
    long loansReturned() {
        return parking.loans() + (writer == null ? 0 : writer.loansReturned());
    }
}
