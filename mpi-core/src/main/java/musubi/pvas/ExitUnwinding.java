package musubi.pvas;

/**
 * Takes a thread out of a rank that has ended: {@code System.exit} throws it, and so does whatever
 * the threads that are left call next. A program's own {@code catch (Throwable)} lets it pass.
 */
public final class ExitUnwinding extends Error {
    private static final long serialVersionUID = 1L;

    ExitUnwinding(int rank) {
        super("rank " + rank + " has ended", null, false, false);
    }
}
