package musubi.adi;

/**
 * Makes transports of one kind; found with {@link java.util.ServiceLoader}. Thread rule: one object
 * may serve several ranks of a JVM, so it has no state.
 */
public interface TransportProvider {
    /** The name of the transport in settings, for example {@code shm}. */
    String name();

    /**
     * Opens this rank's end, or returns null when the transport is of no use in this job (for
     * example shared memory with one rank on the node).
     *
     * @throws musubi.error.MpiFailure when it should work here and does not
     */
    Transport open(TransportContext context);
}
