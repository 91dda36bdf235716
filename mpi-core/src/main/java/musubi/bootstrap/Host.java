package musubi.bootstrap;

/**
 * Where a rank lives when it does not have a process to itself: it gives the rank what a process
 * would find in its environment.
 *
 * <p>Thread rule: the rank's thread.
 */
public interface Host {
    /** What the rank needs to join its job; asked once for each {@code MPI.Init}. */
    Bootstrap bootstrap();

    /** The value of a system property as this rank shall see it, or null when it is not set. */
    String property(String name);
}
