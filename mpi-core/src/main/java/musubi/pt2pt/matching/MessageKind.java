package musubi.pt2pt.matching;

/** What a message is for: the kind field of its envelope. */
public final class MessageKind {
    /**
     * Envelope and whole payload; with {@link #SYNCHRONOUS}, cookie names the send request; else it
     * is the negative number of the send in {@code UnbufferedExecution}, or 0.
     */
    public static final int EAGER = 1;

    /**
     * Announces a message; length is its size, cookie names the send request, the payload is the
     * remote key of the send buffer and the object count.
     */
    public static final int READY_TO_SEND = 2;

    /**
     * Answers READY_TO_SEND; length is what the receiver takes, cookie names the send request, the
     * payload is the receive request and the remote key of the receive buffer.
     */
    public static final int CLEAR_TO_SEND = 3;

    /** A fragment; length is its offset in the message, cookie names the receive request. */
    public static final int DATA = 4;

    /** The sender has put everything; cookie names the receive request. */
    public static final int PUT_DONE = 5;

    /** The receiver has got everything; cookie names the send request. */
    public static final int GET_DONE = 6;

    /** A synchronous send was matched; cookie names the send request. */
    public static final int MATCHED = 7;

    /** The receiver returns eager credit; length is the number of bytes. */
    public static final int CREDIT = 8;

    /** The sender cancels a message; cookie names the send request. */
    public static final int CANCEL = 9;

    /** Answers CANCEL; length is 1 when the message was taken back, 0 when it was too late. */
    public static final int CANCEL_ANSWER = 10;

    /**
     * The sender has claimed a published receive and put the message into its buffer; match bits
     * and length are the message's, cookie names the receive request.
     */
    public static final int CLAIMED = 11;

    /**
     * The peer shall take part in copying; see {@link musubi.pt2pt.SharedCopies}. Length is what is
     * to be copied, cookie names its request, and for a claimed receive the match bits are the
     * message's.
     */
    public static final int JOIN = 12;

    /** The peer has copied its part; length is how many bytes, cookie names the request. */
    public static final int COPIED = 13;

    /**
     * Announces where and as what messages are sent; cookie is the number that later messages have
     * in place of their type code, see {@link #TYPE_SHIFT}.
     */
    public static final int ORIGIN = 14;

    /** The receive of a send has been posted; cookie is its number in UnbufferedExecution. */
    public static final int POSTED = 15;

    /**
     * Runs a handler at the target and is not matched; see {@link musubi.pt2pt.ActiveChannel}. The
     * flags are the number of the handler, the other fields its arguments.
     */
    public static final int ACTIVE = 16;

    /**
     * First data of an announced message, sent before the answer; length is its offset in the
     * message, cookie names the send request. See {@link musubi.pt2pt.AheadFragments}.
     */
    public static final int AHEAD = 17;

    /** Flag of EAGER: answer {@link #MATCHED} when it is matched. */
    public static final int SYNCHRONOUS = 1;

    /** Flag: the payload is serialised objects. */
    public static final int OBJECTS = 2;

    /** Flag: the sender claims that a receive is posted. */
    public static final int READY = 4;

    /**
     * Flags from this bit on: what the message is made of, a {@link musubi.type.TypeCode}; of
     * several basic types only when the sender checks types.
     */
    public static final int TYPE_SHIFT = 8;

    private MessageKind() {}
}
