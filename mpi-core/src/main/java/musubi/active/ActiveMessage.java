package musubi.active;

import musubi.adi.Envelope;
import musubi.region.Region;

/**
 * An active message: the handler that runs at the target, its arguments, and data. The arguments
 * are six 32-bit words, as in NICAM; what each means is up to the handler.
 *
 * <p>Data longer than the transport takes at once go in several messages, in order, whose {@link
 * #offset} grows by the bytes before; handlers of such data do not depend on where they are cut.
 *
 * <pre>
 *   field   | handler | object    | code   | count | offset | token  |
 *   envelope| flags   | contextId | source | tag   | length | cookie |
 * </pre>
 *
 * <p>Thread rule: the thread that holds the rank. A message that was passed to a peer is not
 * changed before {@link #onSent} or {@link #onLost}.
 */
public class ActiveMessage {
    /** Pieces are multiples of this number of bytes, the size of the largest basic item. */
    private static final int PIECE_UNIT = 16;

    /** The number of the handler. */
    public int handler;

    /** What the message is about, for example the number of a window. */
    public int object;

    /** A choice that the handler makes. */
    public int code;

    /** A number of things. */
    public int count;

    /** A place, in bytes. */
    public long offset;

    /** Names an operation of the sender or of the target. */
    public long token;

    /** The data; belongs to the message, but not the memory that it is wrapped around. */
    public final Region data = new Region();

    private long sentBytes;

    public ActiveMessage() {}

    /** Sets handler, object and token; the other arguments become 0. */
    public final ActiveMessage set(int newHandler, int newObject, long newToken) {
        handler = newHandler;
        object = newObject;
        token = newToken;
        code = 0;
        count = 0;
        offset = 0;
        data.clear();
        sentBytes = 0;
        return this;
    }

    /** The data are with the transport: their memory may be reused. */
    protected void onSent() {}

    /** The target is gone, and the message was not sent, or not all of it. */
    protected void onLost(String reason) {}

    final void decode(Envelope envelope) {
        handler = envelope.flags;
        object = envelope.contextId;
        code = envelope.source;
        count = envelope.tag;
        offset = envelope.length;
        token = envelope.cookie;
    }

    /** Fills in the envelope of the next piece. */
    final void encode(Envelope envelope) {
        envelope.flags = handler;
        envelope.contextId = object;
        envelope.source = code;
        envelope.tag = count;
        envelope.length = offset + sentBytes;
        envelope.cookie = token;
    }

    final long sentBytes() {
        return sentBytes;
    }

    /** Length of the next piece. */
    final long pieceBytes(int longest) {
        long left = data.length() - sentBytes;
        return left <= longest ? left : longest / PIECE_UNIT * PIECE_UNIT;
    }

    /**
     * The transport has taken a piece.
     *
     * @return whether that was all
     */
    final boolean pieceSent(long bytes) {
        sentBytes += bytes;
        return sentBytes == data.length();
    }
}
