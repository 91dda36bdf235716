package mpi;

/**
 * An error handler function of a program. MPI-4.1 section 9.3.
 *
 * @param <T> the kind of object that has the error handler
 */
@FunctionalInterface
public interface ErrhandlerFunction<T> {
    /**
     * Called when a call has failed, before that throws {@link MPIException}; may throw another
     * exception instead. MPI-4.1 section 9.3.
     *
     * @param object the communicator, window or file of the call
     * @param errorCode as {@link MPIException#getErrorCode}
     * @param message description of the failure
     */
    void call(T object, int errorCode, String message) throws MPIException;
}
