package mpi;

/** An object that the program frees. */
public interface Freeable {
    /** Frees the object; its use afterwards is an error. */
    void free() throws MPIException;
}
