package musubi.coll;

import musubi.comm.Communicator;

/** Makes the collective operations of communicators; found with {@link java.util.ServiceLoader}. */
public interface CollectiveProvider {
    /** The operations of this communicator; with settings looked up by name, null when not set. */
    Collectives bind(Communicator comm, java.util.function.Function<String, String> setting);
}
