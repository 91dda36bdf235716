package musubi.bootstrap;

import musubi.config.Settings;

/**
 * Where a rank lives when it does not have a process to itself: it gives the rank what a process
 * would find in its environment.
 *
 * <p>Thread rule: the rank's thread.
 */
public interface RankHost {
    /** What the rank needs to join its job; asked once for each {@code MPI.Init}. */
    Bootstrap bootstrap();

    /** The settings of this rank; asked once for each {@code MPI.Init}. */
    Settings settings();

    /** A class loader whose classes live in a host. */
    interface Loader {
        /** The host of the classes that this loader defines. */
        RankHost host();
    }

    /** The host of this copy of a class; null when it has the process to itself. */
    static RankHost of(Class<?> type) {
        return type.getClassLoader() instanceof Loader loader ? loader.host() : null;
    }
}
