package mpi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * What an MPI call throws when it fails. Unchecked, so that programs of both dialects compile
 * whether or not they declare it. MPI-4.1 section 9.3.
 */
public class MPIException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int errorClass;

    /** An error of class {@code MPI.ERR_OTHER} without a message. */
    public MPIException() {
        this((String) null);
    }

    /** An error of class {@code MPI.ERR_OTHER}. */
    public MPIException(String message) {
        super(message);
        errorClass = ErrorClass.OTHER.code();
    }

    /** An error with a cause; of the cause's class when it comes from Musubi. */
    public MPIException(Throwable cause) {
        super(cause == null ? null : cause.getMessage(), cause);
        errorClass =
                cause instanceof MpiFailure failure
                        ? failure.errorClass().code()
                        : ErrorClass.OTHER.code();
    }

    MPIException(String message, MpiFailure cause) {
        super(message, cause);
        errorClass = cause.errorClass().code();
    }

    /** The error code; equal to the class for all errors of the library. MPI-4.1 section 9.4. */
    public int getErrorCode() {
        return errorClass;
    }

    /** The error class, one of {@code MPI.ERR_*}. MPI-4.1 section 9.4. */
    public int getErrorClass() {
        return errorClass;
    }
}
