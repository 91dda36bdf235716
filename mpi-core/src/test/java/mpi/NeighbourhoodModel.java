package mpi;

/** The neighbours of this rank by the definitions of the standard. */
interface NeighbourhoodModel {
    /** The communicator with the topology. */
    Comm comm();

    /** Number of blocks sent. */
    int outDegree();

    /** Number of blocks received. */
    int inDegree();

    /** The source rank of a block, or {@code MPI.PROC_NULL}. */
    int source(int block);

    /** The index of the block at the source. */
    int sentAs(int block);
}
