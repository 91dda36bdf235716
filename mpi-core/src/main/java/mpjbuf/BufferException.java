package mpjbuf;

/** A failure of {@link Buffer}, for programs that catch it; never thrown. MPI-4.1 section 5.2. */
public class BufferException extends Exception {
    private static final long serialVersionUID = 1L;

    /** A failure without a message. MPI-4.1 section 5.2. */
    public BufferException() {}

    /** A failure. MPI-4.1 section 5.2. */
    public BufferException(String message) {
        super(message);
    }

    /** A failure with a cause. MPI-4.1 section 5.2. */
    public BufferException(String message, Throwable cause) {
        super(message, cause);
    }
}
