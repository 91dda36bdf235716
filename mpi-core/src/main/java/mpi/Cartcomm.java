package mpi;

import musubi.comm.Communicator;

/** As {@link CartComm}, with the names of mpiJava and MPJ Express. MPI-4.1 section 8.5. */
public class Cartcomm extends CartComm {
    Cartcomm(Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public Cartcomm clone() {
        return dup();
    }

    @Override
    public Cartcomm dup() throws MPIException {
        return adopt(new Cartcomm(duplicate("dup"), this));
    }

    @Override
    public Cartcomm iDup() throws MPIException {
        return startDup(adopt(new Cartcomm(pendingDuplicate(), this)));
    }

    @Override
    public Cartcomm dupWithInfo(Info info) throws MPIException {
        return withInfo(adopt(new Cartcomm(duplicate("dupWithInfo"), this)), info);
    }

    @Override
    public Cartcomm sub(boolean[] remainDims) throws MPIException {
        return new Cartcomm(subCore("sub", remainDims), this);
    }

    /** As {@link #getRank(int[])}. MPI-4.1 section 8.5.5. */
    public int Rank(int[] coords) throws MPIException {
        return rankAt("Rank", coords);
    }

    /** As {@link #getCoords}. MPI-4.1 section 8.5.5. */
    public int[] Coords(int rank) throws MPIException {
        return coordsOf("Coords", rank);
    }

    /** As {@link #shift}. MPI-4.1 section 8.5.6. */
    public ShiftParms Shift(int direction, int disp) throws MPIException {
        return shift("Shift", direction, disp);
    }

    /** As {@link #sub}. MPI-4.1 section 8.5.7. */
    public Cartcomm Sub(boolean[] remain_dims) throws MPIException {
        return new Cartcomm(subCore("Sub", remain_dims), this);
    }

    /** As {@link #map}. MPI-4.1 section 8.5.8. */
    public int Map(int[] dims, boolean[] periods) throws MPIException {
        return place("Map", dims, periods);
    }

    /** As {@link #getTopo}. MPI-4.1 section 8.5.5. */
    public CartParms Get() throws MPIException {
        return topo("Get");
    }

    /** As {@link #createDims}. MPI-4.1 section 8.5.2. */
    public static void Dims_create(int nnodes, int[] dims) throws MPIException {
        fill("Cartcomm.Dims_create", nnodes, dims);
    }
}
