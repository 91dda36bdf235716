package mpi;

/** A communicator between two groups; not yet supported. MPI-4.1 section 7.6. */
public class Intercomm extends Comm {
    Intercomm(musubi.comm.Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public Intercomm clone() {
        throw MPI.unsupported("Intercomm.clone");
    }

    @Override
    public Intercomm dup() throws MPIException {
        throw MPI.unsupported("Intercomm.dup");
    }

    @Override
    public Intercomm iDup() throws MPIException {
        throw MPI.unsupported("Intercomm.iDup");
    }

    @Override
    public Intercomm dupWithInfo(Info info) throws MPIException {
        throw MPI.unsupported("Intercomm.dupWithInfo");
    }

    /** Not yet supported. MPI-4.1 section 7.6.1. */
    public int getRemoteSize() throws MPIException {
        throw MPI.unsupported("Intercomm.getRemoteSize");
    }

    /** Not yet supported. MPI-4.1 section 7.6.1. */
    public int Remote_size() throws MPIException {
        throw MPI.unsupported("Intercomm.Remote_size");
    }

    /** Not yet supported. MPI-4.1 section 7.6.1. */
    public Group getRemoteGroup() throws MPIException {
        throw MPI.unsupported("Intercomm.getRemoteGroup");
    }

    /** Not yet supported. MPI-4.1 section 7.6.1. */
    public Group Remote_group() throws MPIException {
        throw MPI.unsupported("Intercomm.Remote_group");
    }

    /** Not yet supported. MPI-4.1 section 7.6.2. */
    public Intracomm merge(boolean high) throws MPIException {
        throw MPI.unsupported("Intercomm.merge");
    }

    /** Not yet supported. MPI-4.1 section 7.6.2. */
    public Intracomm Merge(boolean high) throws MPIException {
        throw MPI.unsupported("Intercomm.Merge");
    }

    /** Not yet supported. MPI-4.1 section 11.8.2. */
    public static Intercomm getParent() throws MPIException {
        throw MPI.unsupported("Intercomm.getParent");
    }
}
