package mpi;

/**
 * An error handler: what happens when a lower-case call fails. Capitalised calls always throw
 * {@link MPIException}, after calling a handler of the program. MPI-4.1 section 9.3.
 */
public final class Errhandler implements Freeable {
    /** Errors end the job; for {@link #Errhandler(int)}. MPI-4.1 section 9.3. */
    public static final int FATAL = 1;

    /** Errors become exceptions; for {@link #Errhandler(int)}. MPI-4.1 section 9.3. */
    public static final int RETURN = 0;

    private final String name;
    private final ErrhandlerFunction<Object> function;
    private final boolean fatal;
    private boolean freed;

    /**
     * A predefined handler, for programs in mpiJava's style. MPI-4.1 section 9.3.
     *
     * @param type {@link #FATAL} or {@link #RETURN}
     */
    public Errhandler(int type) {
        this(type == RETURN ? "MPI.ERRORS_RETURN" : "MPI.ERRORS_ARE_FATAL", null, type != RETURN);
    }

    /** A predefined one. */
    Errhandler(String name) {
        this(name, null, !name.equals("MPI.ERRORS_RETURN"));
    }

    /** A handler of the program if it has a function. */
    Errhandler(String name, ErrhandlerFunction<Object> function) {
        this(name, function, function == null);
    }

    private Errhandler(String name, ErrhandlerFunction<Object> function, boolean fatal) {
        this.name = name;
        this.function = function;
        this.fatal = fatal;
    }

    /** The program's function, or null. */
    ErrhandlerFunction<Object> function() {
        return function;
    }

    /** Whether a failed call of the lower-case dialect ends the job. */
    boolean isFatal() {
        return fatal;
    }

    /**
     * Frees the handler; objects keep it. Without effect on a predefined handler. MPI-4.1 section
     * 9.3.4.
     */
    @Override
    public void free() throws MPIException {
        freed = function != null;
    }

    /** Whether it was freed. MPI-4.1 section 9.3.4. */
    public boolean isNull() {
        return freed;
    }

    /** Its name, for example {@code MPI.ERRORS_RETURN}. MPI-4.1 section 9.3. */
    @Override
    public String toString() {
        return name;
    }
}
