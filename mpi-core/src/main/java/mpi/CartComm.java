package mpi;

import musubi.comm.Communicator;
import musubi.comm.TopologyCommunicators;
import musubi.error.MpiFailure;
import musubi.topo.BalancedDims;
import musubi.topo.CartTopology;

/**
 * A communicator with a Cartesian topology: a grid of processes in row-major order. Duplicates have
 * the same topology. MPI-4.1 section 8.5.
 */
public class CartComm extends Intracomm {
    CartComm(Communicator core, Comm parent) {
        super(core, parent);
    }

    @Override
    public CartComm clone() {
        return dup();
    }

    @Override
    public CartComm dup() throws MPIException {
        return adopt(new CartComm(duplicate("dup"), this));
    }

    @Override
    public CartComm iDup() throws MPIException {
        return startDup(adopt(new CartComm(pendingDuplicate(), this)));
    }

    @Override
    public CartComm dupWithInfo(Info info) throws MPIException {
        return withInfo(adopt(new CartComm(duplicate("dupWithInfo"), this)), info);
    }

    /** The grid and the coordinates of this process. MPI-4.1 section 8.5.5. */
    public CartParms getTopo() throws MPIException {
        return topo("getTopo");
    }

    final CartParms topo(String call) {
        return Topologies.query(
                this,
                call,
                core -> {
                    CartTopology grid = TopologyCommunicators.grid(core);
                    return new CartParms(grid.dims(), grid.periods(), grid.coords(core.rank()));
                });
    }

    /**
     * The rank at coordinates. They wrap around in periodic dimensions; in others, coordinates
     * outside the grid fail with {@code ERR_ARG}. MPI-4.1 section 8.5.5.
     */
    public int getRank(int[] coords) throws MPIException {
        return rankAt("getRank", coords);
    }

    final int rankAt(String call, int[] coords) {
        return Topologies.query(
                this,
                call,
                core -> TopologyCommunicators.grid(core).rank(coords),
                "coords",
                coords);
    }

    /**
     * The coordinates of a rank; fails with {@code ERR_RANK} for an invalid rank. MPI-4.1 section
     * 8.5.5.
     */
    public int[] getCoords(int rank) throws MPIException {
        return coordsOf("getCoords", rank);
    }

    final int[] coordsOf(String call, int rank) {
        return Topologies.query(
                this, call, core -> TopologyCommunicators.grid(core).coords(rank), "rank", rank);
    }

    /**
     * Source and destination of a shift by {@code disp} places in a dimension, upwards if positive;
     * {@code MPI.PROC_NULL} beyond a border that is not periodic. Fails with {@code ERR_DIMS} for
     * an invalid dimension. MPI-4.1 section 8.5.6.
     */
    public ShiftParms shift(int direction, int disp) throws MPIException {
        return shift("shift", direction, disp);
    }

    final ShiftParms shift(String call, int direction, int disp) {
        return Topologies.query(
                this,
                call,
                core -> {
                    CartTopology grid = TopologyCommunicators.grid(core);
                    int source = grid.neighbour(core.rank(), direction, -(long) disp);
                    return new ShiftParms(
                            source, grid.neighbour(core.rank(), direction, (long) disp));
                },
                "direction",
                direction,
                "disp",
                disp);
    }

    /**
     * The subgrid through this process with the remaining dimensions; collective. MPI-4.1 section
     * 8.5.7.
     *
     * @param remainDims for each dimension, whether it remains
     */
    public CartComm sub(boolean[] remainDims) throws MPIException {
        return new CartComm(subCore("sub", remainDims), this);
    }

    final Communicator subCore(String call, boolean[] remainDims) {
        return Topologies.query(
                this,
                call,
                core ->
                        TopologyCommunicators.sub(
                                core, TopologyCommunicators.grid(core), remainDims),
                "remainDims",
                remainDims);
    }

    /**
     * The recommended rank of this process in such a grid: its own rank, or {@code MPI.UNDEFINED}
     * outside the grid. MPI-4.1 section 8.5.8.
     */
    public int map(int[] dims, boolean[] periods) throws MPIException {
        return place("map", dims, periods);
    }

    final int place(String call, int[] dims, boolean[] periods) {
        return Topologies.query(
                this,
                call,
                core ->
                        core.rank() < CartTopology.of(dims, periods, core.size()).size()
                                ? core.rank()
                                : MPI.UNDEFINED,
                "dims",
                dims,
                "periods",
                periods);
    }

    /**
     * Balanced dimensions for a number of processes. Entries of 0 are set, in non-increasing order;
     * the others stay. Fails with {@code ERR_DIMS} when those do not divide the number of
     * processes. MPI-4.1 section 8.5.2.
     */
    public static void createDims(int nnodes, int[] dims) throws MPIException {
        fill("CartComm.createDims", nnodes, dims);
    }

    static void fill(String call, int nnodes, int[] dims) {
        MPI.checkRunning();
        try {
            BalancedDims.fill(nnodes, dims);
        } catch (MpiFailure e) {
            throw MPI.failure(e, call, ErrorReport.arguments("nnodes", nnodes, "dims", dims));
        }
    }
}
