package mpi;

import mpjdev.MPJDevException;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * The exception of a failed MPI call. Unchecked, so that programs of both dialects compile with and
 * without declaring it; below the exceptions of MPJ Express, as there. MPI-4.1 section 9.3.
 */
public class MPIException extends MPJDevException {
    private static final long serialVersionUID = 1L;

    private final int errorClass;
    private final transient Status[] statuses;

    /** An error of class {@code MPI.ERR_OTHER} without a message. MPI-4.1 section 9.3. */
    public MPIException() {
        this((String) null);
    }

    /** An error of class {@code MPI.ERR_OTHER}. MPI-4.1 section 9.3. */
    public MPIException(String message) {
        super(message);
        errorClass = ErrorClass.OTHER.code();
        statuses = null;
    }

    /**
     * An error with a cause; of the cause's class when it comes from Musubi. MPI-4.1 section 9.3.
     */
    public MPIException(Throwable cause) {
        super(textOf(cause), cause);
        errorClass =
                cause instanceof MpiFailure failure
                        ? failure.errorClass().code()
                        : ErrorClass.OTHER.code();
        statuses = null;
    }

    private static String textOf(Throwable cause) {
        if (cause == null) {
            return null;
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    MPIException(String message, MpiFailure cause) {
        this(message, cause, null);
    }

    MPIException(String message, MpiFailure cause, Status[] statuses) {
        super(message, cause);
        this.errorClass = cause.errorClass().code();
        this.statuses = statuses;
    }

    /** The error code; equal to the class for all errors of the library. MPI-4.1 section 9.4. */
    public int getErrorCode() {
        return errorClass;
    }

    /**
     * For class {@code MPI.ERR_IN_STATUS}, the statuses of the complete requests, each with its
     * index and error class. Else null. MPI-4.1 section 3.7.5.
     */
    public Status[] getStatuses() {
        return statuses == null ? null : statuses.clone();
    }

    /** The error class, one of {@code MPI.ERR_*}. MPI-4.1 section 9.4. */
    public int getErrorClass() {
        return errorClass;
    }
}
