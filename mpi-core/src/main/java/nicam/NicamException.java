package nicam;

/** A wrong call, or a node that is lost. The message has the values, and advice. */
public final class NicamException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A failure, with its cause or null. */
    public NicamException(String message, Throwable cause) {
        super(message, cause);
    }
}
