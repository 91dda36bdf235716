package musubi.coll;

import java.util.function.Function;

/** Makes the collective operations of communicators; found with {@link java.util.ServiceLoader}. */
public interface CollectiveProvider {
    /** The operations of this communicator; with settings looked up by name, null when not set. */
    Collectives bind(CollectiveContext comm, Function<String, String> setting);
}
