package mpi;

/** What the standard says about the neighbours of this rank, from first principles. */
interface NeighbourhoodModel {
    /** The communicator with the topology. */
    Comm comm();

    /** Number of blocks sent. */
    int outDegree();

    /** Number of blocks received. */
    int inDegree();

    /** The source rank of a block, or {@code MPI.PROC_NULL}. */
    int source(int block);

    /** Which block it is at the source. */
    int sentAs(int block);
}
