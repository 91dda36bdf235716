package mpi;

/**
 * What a program does about errors on an object. MPI-4.1 section 9.3.
 *
 * @param <T> the kind of object that has the error handler
 */
@FunctionalInterface
public interface ErrhandlerFunction<T> {
    /**
     * Called when a call has failed, before it throws {@link MPIException}; it may throw something
     * else instead. MPI-4.1 section 9.3.
     *
     * @param object whose error handler this is
     * @param errorCode as {@link MPIException#getErrorCode}
     * @param message what has happened
     */
    void call(T object, int errorCode, String message) throws MPIException;
}
