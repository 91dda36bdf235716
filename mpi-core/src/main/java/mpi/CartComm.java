package mpi;

import musubi.comm.Communicator;
import musubi.comm.TopologyCommunicators;
import musubi.error.MpiFailure;
import musubi.topo.BalancedDims;
import musubi.topo.CartTopology;

/**
 * A communicator whose processes are arranged in a grid, in row-major order. Duplicates keep the
 * grid. MPI-4.1 section 8.5.
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

    /** The grid, and where this process is in it. MPI-4.1 section 8.5.5. */
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
     * The rank at a place. Coordinates wrap around in periodic dimensions; in the others those
     * outside of the grid are an error ({@code ERR_ARG}). MPI-4.1 section 8.5.5.
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

    /** The place of a rank; {@code ERR_RANK} when there is none. MPI-4.1 section 8.5.5. */
    public int[] getCoords(int rank) throws MPIException {
        return coordsOf("getCoords", rank);
    }

    final int[] coordsOf(String call, int rank) {
        return Topologies.query(
                this, call, core -> TopologyCommunicators.grid(core).coords(rank), "rank", rank);
    }

    /**
     * Whom to receive from and send to when data move so many places up in a dimension, down when
     * negative; {@code MPI.PROC_NULL} beyond a border that is not periodic. {@code ERR_DIMS} when
     * there is no such dimension. MPI-4.1 section 8.5.6.
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
     * The part of the grid in which the coordinates of this process stay as they are in the
     * dimensions that do not remain; collective. MPI-4.1 section 8.5.7.
     *
     * @param remainDims for each dimension whether the new grid has it
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
     * The rank that this process would best have in such a grid: its own one, or {@code
     * MPI.UNDEFINED} when the grid has fewer places. MPI-4.1 section 8.5.8.
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
     * Divides processes among dimensions as evenly as possible. Entries that are 0 are set, in
     * non-increasing order; the others stay. {@code ERR_DIMS} when those do not divide the number
     * of processes. MPI-4.1 section 8.5.2.
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
