package mpi;

import musubi.comm.Communicator;

/** As {@link GraphComm}, with the names of mpiJava and MPJ Express. MPI-4.1 section 8.5. */
public class Graphcomm extends GraphComm {
    Graphcomm(Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public Graphcomm clone() {
        return dup();
    }

    @Override
    public Graphcomm dup() throws MPIException {
        return adopt(new Graphcomm(duplicate("dup"), this));
    }

    @Override
    public Graphcomm iDup() throws MPIException {
        return startDup(adopt(new Graphcomm(pendingDuplicate(), this)));
    }

    @Override
    public Graphcomm dupWithInfo(Info info) throws MPIException {
        return withInfo(adopt(new Graphcomm(duplicate("dupWithInfo"), this)), info);
    }

    /** As {@link #getDims}. MPI-4.1 section 8.5.5. */
    public GraphParms Get() throws MPIException {
        return dims("Get");
    }

    /** As {@link #getNeighbors}. MPI-4.1 section 8.5.5. */
    public int[] Neighbours(int rank) throws MPIException {
        return neighbors("Neighbours", rank);
    }

    /** As {@link #map}. MPI-4.1 section 8.5.8. */
    public int Map(int[] index, int[] edges) throws MPIException {
        return place("Map", index, edges);
    }
}
