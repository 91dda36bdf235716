package mpi;

/**
 * Hears that an object loses an attribute: because it is deleted, or replaced, or the object is
 * freed, or MPI ends. MPI-4.1 section 7.7.2.
 *
 * @param <T> the kind of object that has attributes
 */
@FunctionalInterface
public interface AttributeDelete<T> {
    /**
     * Called before the value goes. When it throws, the value stays, and the call that wanted it
     * deleted throws the same. MPI-4.1 section 7.7.2.
     *
     * @param owner the object that has it
     */
    void delete(T owner, int keyval, Object value) throws MPIException;
}
