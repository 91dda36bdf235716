package mpi;

/**
 * What happens when a call of the lower-case dialect fails. Calls of the capitalised dialect always
 * throw {@link MPIException}. MPI-4.1 section 9.3.
 */
public final class Errhandler {
    private final String name;

    Errhandler(String name) {
        this.name = name;
    }

    /** Its name, for example {@code MPI.ERRORS_RETURN}. MPI-4.1 section 9.3. */
    @Override
    public String toString() {
        return name;
    }
}
