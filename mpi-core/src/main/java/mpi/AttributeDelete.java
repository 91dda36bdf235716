package mpi;

/**
 * Delete callback of an attribute key, called when an attribute is deleted or replaced, its object
 * is freed, or MPI is finalized. MPI-4.1 section 7.7.2.
 *
 * @param <T> the kind of object that has attributes
 */
@FunctionalInterface
public interface AttributeDelete<T> {
    /**
     * Called before an attribute is deleted. An exception keeps the attribute and fails the call
     * that deletes. MPI-4.1 section 7.7.2.
     *
     * @param owner the object with the attribute
     */
    void delete(T owner, int keyval, Object value) throws MPIException;
}
