package xdev;

/** A supertype of {@code mpi.MPIException}, as in MPJ Express. MPI-4.1 section 9.3. */
public class XDevException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** An error without a message. MPI-4.1 section 9.3. */
    public XDevException() {}

    /** An error. MPI-4.1 section 9.3. */
    public XDevException(String message) {
        super(message);
    }

    /** An error with a cause. MPI-4.1 section 9.3. */
    public XDevException(Throwable cause) {
        super(cause);
    }

    /** An error with a message and a cause. MPI-4.1 section 9.3. */
    protected XDevException(String message, Throwable cause) {
        super(message, cause);
    }
}
