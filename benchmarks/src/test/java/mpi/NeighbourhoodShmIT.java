package mpi;

/** Neighbourhood collectives between processes over shared memory. */
class NeighbourhoodShmIT extends ProcessNeighbourhoods {
    NeighbourhoodShmIT() {
        super("shm");
    }
}
