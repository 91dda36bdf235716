package mpjdev;

import xdev.XDevException;

/** A supertype of {@code mpi.MPIException}, as in MPJ Express. MPI-4.1 section 9.3. */
public class MPJDevException extends XDevException {
    private static final long serialVersionUID = 1L;

    /** An error without a message. MPI-4.1 section 9.3. */
    public MPJDevException() {}

    /** An error. MPI-4.1 section 9.3. */
    public MPJDevException(String message) {
        super(message);
    }

    /** An error with a cause. MPI-4.1 section 9.3. */
    public MPJDevException(Throwable cause) {
        super(cause);
    }

    /** An error with a message and a cause. MPI-4.1 section 9.3. */
    protected MPJDevException(String message, Throwable cause) {
        super(message, cause);
    }
}
