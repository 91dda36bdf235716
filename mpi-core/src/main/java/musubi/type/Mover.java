package musubi.type;

/**
 * Moves the data of a {@link TypeMap} between a user's buffer and the packed form, in one direction
 * and from the front of the packed form to its end. Positions in the user's buffer are bytes; for
 * {@code MPI.OBJECT}, elements.
 */
public abstract class Mover {
    public Mover() {}

    /** Moves contiguous bytes. */
    public abstract void run(long at, long bytes);

    /**
     * Moves {@code count} blocks of {@code bytes} each, {@code stride} bytes from start to start.
     */
    public abstract void strided(long at, long stride, long bytes, long count);
}
