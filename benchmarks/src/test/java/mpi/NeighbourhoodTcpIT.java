package mpi;

/** Neighbourhood collectives between processes over TCP. */
class NeighbourhoodTcpIT extends ProcessNeighbourhoods {
    NeighbourhoodTcpIT() {
        super("tcp");
    }
}
