package mpjdev;

/** The fields of {@code mpi.Status}, which programs of MPJ Express read. MPI-4.1 section 3.2.5. */
public class Status {
    /** Rank of the sender. */
    public int source;

    /** Tag of the message. */
    public int tag;

    /** Index of the request in the array of a wait or test. */
    public int index;

    /**
     * Elements received, in items of the receive's type; after a probe, in elements of the basic
     * type sent, or in bytes when it is packed or has several. Objects count as one each.
     */
    public int count;

    /** A status of zeros. MPI-4.1 section 3.2.5. */
    public Status() {}
}
