package mpi;

/**
 * A communicator with the topology of a graph, in mpiJava style; not yet supported. MPI-4.1 section
 * 8.5.
 */
public class Graphcomm extends GraphComm {
    Graphcomm(musubi.comm.Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public Graphcomm clone() {
        throw MPI.unsupported("Graphcomm.clone");
    }

    @Override
    public Graphcomm dup() throws MPIException {
        throw MPI.unsupported("Graphcomm.dup");
    }

    @Override
    public Graphcomm iDup() throws MPIException {
        throw MPI.unsupported("Graphcomm.iDup");
    }

    @Override
    public Graphcomm dupWithInfo(Info info) throws MPIException {
        throw MPI.unsupported("Graphcomm.dupWithInfo");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public GraphParms Get() throws MPIException {
        throw MPI.unsupported("Graphcomm.Get");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public int[] Neighbours(int rank) throws MPIException {
        throw MPI.unsupported("Graphcomm.Neighbours");
    }

    /** Not yet supported. MPI-4.1 section 8.5.8. */
    public int Map(int[] index, int[] edges) throws MPIException {
        throw MPI.unsupported("Graphcomm.Map");
    }
}
