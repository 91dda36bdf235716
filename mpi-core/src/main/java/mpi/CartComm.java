package mpi;

/** A communicator with a Cartesian topology; not yet supported. MPI-4.1 section 8.5. */
public class CartComm extends Intracomm {
    CartComm(musubi.comm.Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public CartComm clone() {
        throw MPI.unsupported("CartComm.clone");
    }

    @Override
    public CartComm dup() throws MPIException {
        throw MPI.unsupported("CartComm.dup");
    }

    @Override
    public CartComm iDup() throws MPIException {
        throw MPI.unsupported("CartComm.iDup");
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        throw MPI.unsupported("CartComm.dupWithInfo");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public CartParms getTopo() throws MPIException {
        throw MPI.unsupported("CartComm.getTopo");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public int getRank(int[] coords) throws MPIException {
        throw MPI.unsupported("CartComm.getRank");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public int[] getCoords(int rank) throws MPIException {
        throw MPI.unsupported("CartComm.getCoords");
    }

    /** Not yet supported. MPI-4.1 section 8.5.6. */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        throw MPI.unsupported("CartComm.shift");
    }

    /** Not yet supported. MPI-4.1 section 8.5.7. */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        throw MPI.unsupported("CartComm.sub");
    }

    /** Not yet supported. MPI-4.1 section 8.5.8. */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        throw MPI.unsupported("CartComm.map");
    }

    /** Not yet supported. MPI-4.1 section 8.5.2. */
    public static void createDims(int nnodes, int[] dims) throws MPIException {
        throw MPI.unsupported("CartComm.createDims");
    }
}
