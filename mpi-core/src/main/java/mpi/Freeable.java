package mpi;

/** Something that a program gives back when it needs it no more. */
public interface Freeable {
    /** Gives it back; using it afterwards is an error. */
    void free() throws MPIException;
}
