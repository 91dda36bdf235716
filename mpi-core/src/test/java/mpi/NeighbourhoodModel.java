package mpi;

/** What the standard says about the neighbours of this rank, from first principles. */
interface NeighbourhoodModel {
    /** The communicator with the topology. */
    Comm comm();

    /** Number of blocks sent. */
    int outDegree();

    /** Number of blocks received. */
    int inDegree();

    /** Whom a block comes from; {@code MPI.PROC_NULL} when from nobody. */
    int source(int block);

    /** Which block it is at the source. */
    int sentAs(int block);
}
