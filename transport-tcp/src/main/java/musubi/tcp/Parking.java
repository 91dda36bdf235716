package musubi.tcp;

/**
 * How a connection ends that is not needed for now, while the session goes on: its buffers are
 * freed, and how far both streams were is what stays. The next message, of either rank, makes
 * another connection.
 *
 * <pre>
 *   endpoint closed, all its messages received
 *     PARK ------------------------------------> all its messages received
 *                        end of connection -----
 *   or
 *     PARK ------------------------------------> something is under way to the other
 *                                     STAY -----
 * </pre>
 *
 * <p>Whoever has said PARK sends no message until the answer is there. So none is under way when
 * the connection ends, and nobody has to come back to send it again. When a connection breaks in
 * between, that is an end as well; a rank that has messages under way mends it ({@link Session}).
 *
 * <p>Thread rule: the thread that is in the turnstile.
 */
final class Parking {
    private boolean wanted = true;

    /** Whether PARK may be said, which is once for each time that the endpoint is closed, ... */
    private boolean due;

    /** ... and has been said on this connection, and not been answered. */
    private boolean said;

    /** Up to where the peer is known to have received the stream, and what may have come after. */
    private long acknowledged;

    private long end;

    /** How many payloads were lent on earlier connections; all were returned. */
    private long loans;

    /** Of a link without a connection. */
    Parking() {}

    /** Whether this rank has an endpoint. */
    void want(boolean isWanted) {
        wanted = isWanted;
        due = !isWanted;
    }

    /**
     * A while has passed, in which a connection may have become quiet.
     *
     * @return whether {@link #isOver} and this are to be asked again
     */
    boolean lookAgain() {
        due = !wanted && !said;
        return !wanted;
    }

    /** Whether an answer is awaited, before which no message may be sent. */
    boolean isSaid() {
        return said;
    }

    /** Says what is to be said, and tells whether this rank is to end the connection. */
    boolean isOver(FrameWriter writer, FrameReader reader) {
        Notices notices = reader.notices();
        return (due || notices.hasNews()) && isOver(writer, reader, notices);
    }

    private boolean isOver(FrameWriter writer, FrameReader reader, Notices notices) {
        boolean quiet = writer.isAcknowledged();
        if (notices.hasPark()) {
            if (!quiet && writer.sayStay()) {
                notices.forgetPark();
            }
            return quiet;
        }
        if (notices.takeStay()) {
            said = false;
            due = false;
        }
        if (due && !said && quiet && !reader.isPending()) {
            said = writer.sayPark();
            due = !said;
        }
        return false;
    }

    /** Keeps what a new writer needs; the peer has received all messages. */
    void keep(FrameWriter writer) {
        acknowledged = writer.acknowledged();
        end = writer.end();
        loans += writer.loans();
    }

    /** There is a new connection, on which nothing was said. */
    void begin() {
        said = false;
    }

    /**
     * A writer that goes on, or begins, without a connection yet.
     *
     * @param received up to where the peer has received the stream; what was sent behind it, no
     *     message, is forgotten
     */
    FrameWriter resume(Receipt receipt, TcpOptions options, long received) {
        return new FrameWriter(receipt, options, Math.clamp(received, acknowledged, end));
    }

    /** How many payloads were lent before the writer that there is. */
    long loans() {
        return loans;
    }
}
