package musubi.type;

/**
 * Moves what a {@link TypeMap} names between a user's buffer and its packed form. It knows the
 * direction, and goes through the packed form from front to back. Positions in the user's buffer
 * are bytes; of {@code MPI.OBJECT} they are elements.
 */
public abstract class Mover {
    public Mover() {}

    /** Moves so many bytes in a row. */
    public abstract void run(long at, long bytes);

    /** Moves {@code count} blocks of so many bytes, {@code stride} bytes from start to start. */
    public abstract void strided(long at, long stride, long bytes, long count);
}
