package mpi;

/**
 * Copy callback of an attribute key, called for each attribute of an object that is duplicated.
 * MPI-4.1 section 7.7.2.
 *
 * @param <T> the kind of object that has attributes
 */
@FunctionalInterface
public interface AttributeCopy<T> {
    /**
     * Returns the attribute of the duplicate. An exception fails the call that duplicates. MPI-4.1
     * section 7.7.2.
     *
     * @param original the object that is duplicated
     * @param value its value
     * @return the value of the duplicate; null for no attribute
     */
    Object copy(T original, int keyval, Object value) throws MPIException;
}
