package mpi;

/**
 * What happens when a call of the lower-case dialect fails. Calls of the capitalised dialect always
 * throw {@link MPIException}, after they have called a handler of the program. MPI-4.1 section 9.3.
 */
public final class Errhandler implements Freeable {
    private final String name;
    private final ErrhandlerFunction<Object> function;
    private boolean freed;

    /** A predefined one. */
    Errhandler(String name) {
        this(name, null);
    }

    /** One of the program, when it has a function. */
    Errhandler(String name, ErrhandlerFunction<Object> function) {
        this.name = name;
        this.function = function;
    }

    /** The program's function, or null. */
    ErrhandlerFunction<Object> function() {
        return function;
    }

    /** Whether a failed call of the lower-case dialect ends the job. */
    boolean isFatal() {
        return function == null && this != MPI.ERRORS_RETURN;
    }

    /**
     * Gives it back; objects that have it keep it. A predefined one stays as it is. MPI-4.1 section
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
