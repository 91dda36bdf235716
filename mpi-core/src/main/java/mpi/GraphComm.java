package mpi;

/** A communicator with the topology of a graph; not yet supported. MPI-4.1 section 8.5. */
public class GraphComm extends Intracomm {
    GraphComm(musubi.comm.Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public GraphComm clone() {
        throw MPI.unsupported("GraphComm.clone");
    }

    @Override
    public GraphComm dup() throws MPIException {
        throw MPI.unsupported("GraphComm.dup");
    }

    @Override
    public GraphComm iDup() throws MPIException {
        throw MPI.unsupported("GraphComm.iDup");
    }

    @Override
    public GraphComm dupWithInfo(Info info) throws MPIException {
        throw MPI.unsupported("GraphComm.dupWithInfo");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public GraphParms getDims() throws MPIException {
        throw MPI.unsupported("GraphComm.getDims");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public int[] getNeighbors(int rank) throws MPIException {
        throw MPI.unsupported("GraphComm.getNeighbors");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public DistGraphNeighbors getDistGraphNeighbors() throws MPIException {
        throw MPI.unsupported("GraphComm.getDistGraphNeighbors");
    }

    /** Not yet supported. MPI-4.1 section 8.5.8. */
    public int map(int[] index, int[] edges) throws MPIException {
        throw MPI.unsupported("GraphComm.map");
    }
}
