package mpi;

/**
 * Says what a duplicate gets for an attribute; called once for each attribute when an object is
 * duplicated. MPI-4.1 section 7.7.2.
 *
 * @param <T> the kind of object that has attributes
 */
@FunctionalInterface
public interface AttributeCopy<T> {
    /**
     * The duplicate's value of an attribute. What it throws, the call that duplicates throws too.
     * MPI-4.1 section 7.7.2.
     *
     * @param original the object that is duplicated
     * @param value its value
     * @return the value of the duplicate; null when it is to have none
     */
    Object copy(T original, int keyval, Object value) throws MPIException;
}
