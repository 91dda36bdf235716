package mpi;

/**
 * A communicator with a Cartesian topology, in mpiJava style; not yet supported. MPI-4.1 section
 * 8.5.
 */
public class Cartcomm extends CartComm {
    Cartcomm(musubi.comm.Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public Cartcomm clone() {
        throw MPI.unsupported("Cartcomm.clone");
    }

    @Override
    public Cartcomm dup() throws MPIException {
        throw MPI.unsupported("Cartcomm.dup");
    }

    @Override
    public Cartcomm iDup() throws MPIException {
        throw MPI.unsupported("Cartcomm.iDup");
    }

    @Override
    public Cartcomm dupWithInfo(Info info) throws MPIException {
        throw MPI.unsupported("Cartcomm.dupWithInfo");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public int Rank(int[] coords) throws MPIException {
        throw MPI.unsupported("Cartcomm.Rank");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public int[] Coords(int rank) throws MPIException {
        throw MPI.unsupported("Cartcomm.Coords");
    }

    /** Not yet supported. MPI-4.1 section 8.5.6. */
    public ShiftParms Shift(int direction, int disp) throws MPIException {
        throw MPI.unsupported("Cartcomm.Shift");
    }

    /** Not yet supported. MPI-4.1 section 8.5.7. */
    public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
        throw MPI.unsupported("Cartcomm.Sub");
    }

    /** Not yet supported. MPI-4.1 section 8.5.8. */
    public int Map(int[] dims, boolean[] periods) throws MPIException {
        throw MPI.unsupported("Cartcomm.Map");
    }

    /** Not yet supported. MPI-4.1 section 8.5.5. */
    public CartParms Get() throws MPIException {
        throw MPI.unsupported("Cartcomm.Get");
    }

    /** Not yet supported. MPI-4.1 section 8.5.2. */
    public static void Dims_create(int nnodes, int[] dims) throws MPIException {
        throw MPI.unsupported("Cartcomm.Dims_create");
    }
}
