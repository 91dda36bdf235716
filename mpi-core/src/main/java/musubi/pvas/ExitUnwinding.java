package musubi.pvas;

/**
 * Unwinds the threads of a rank that has ended: thrown by {@code System.exit}, and by later calls
 * of {@link ProcessCalls} in remaining threads. It passes a {@code catch (Throwable)} of the
 * program.
 */
public final class ExitUnwinding extends Error {
    private static final long serialVersionUID = 1L;

    ExitUnwinding(int rank) {
        super("rank " + rank + " has ended", null, false, false);
    }
}
