package musubi.topo;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.group.MessageAddress;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A grid, periodic in some of its dimensions; ranks are in row-major order, so the last coordinate
 * varies fastest. MPI-4.1 section 8.5.1. A grid of no dimensions has one rank. Immutable.
 */
public final class CartTopology implements Topology {
    private final int[] dims;
    private final boolean[] periods;
    private final int size;

    private CartTopology(int[] dims, boolean[] periods, int size) {
        this.dims = dims;
        this.periods = periods;
        this.size = size;
    }

    /**
     * A grid for at most the given number of ranks.
     *
     * @throws MpiFailure of class ARG when it needs more ranks or an array is missing or too short,
     *     of class DIMS when a dimension is not positive
     */
    public static CartTopology of(int[] dims, boolean[] periods, int ranks) {
        if (dims == null || periods == null || periods.length < dims.length) {
            throw new MpiFailure(
                            ErrorClass.ARG,
                            "a grid needs its dimensions and, for each of them, whether it is"
                                    + " periodic")
                    .with("dims", Arrays.toString(dims), "periods", Arrays.toString(periods));
        }
        long size = 1;
        for (int dim : dims) {
            if (dim <= 0) {
                throw new MpiFailure(ErrorClass.DIMS, "each dimension must have at least 1 rank")
                        .with("dims", Arrays.toString(dims));
            }
            size = Math.min(size * dim, Integer.MAX_VALUE);
        }
        if (size > ranks) {
            throw new MpiFailure(
                            ErrorClass.ARG, "the grid needs more ranks than the communicator has")
                    .with("dims", Arrays.toString(dims), "needs", size, "size", ranks);
        }
        return new CartTopology(dims.clone(), Arrays.copyOf(periods, dims.length), (int) size);
    }

    /** Number of ranks. */
    public int size() {
        return size;
    }

    /** Ranks in each dimension; a copy. */
    public int[] dims() {
        return dims.clone();
    }

    /** Which dimensions wrap around; a copy. */
    public boolean[] periods() {
        return periods.clone();
    }

    /**
     * The rank at a place; coordinates of periodic dimensions wrap around. MPI-4.1 section 8.5.5.
     *
     * @param coords not looked at in a grid of no dimensions
     * @throws MpiFailure of class ARG when there is no such place
     */
    public int rank(int[] coords) {
        if (dims.length > 0 && (coords == null || coords.length < dims.length)) {
            throw new MpiFailure(ErrorClass.ARG, "a place needs a coordinate for each dimension")
                    .with("coords", Arrays.toString(coords), "dims", Arrays.toString(dims));
        }
        int rank = 0;
        for (int d = 0; d < dims.length; d++) {
            if (!isWithin(d, coords[d])) {
                throw new MpiFailure(
                                ErrorClass.ARG,
                                "the place is outside of the grid, in a dimension that is not"
                                        + " periodic")
                        .with("coords", Arrays.toString(coords), "dims", Arrays.toString(dims))
                        .with("dimension", d);
            }
            rank = rank * dims[d] + Math.floorMod(coords[d], dims[d]);
        }
        return rank;
    }

    private boolean isWithin(int dimension, long coordinate) {
        return periods[dimension] || coordinate >= 0 && coordinate < dims[dimension];
    }

    /**
     * The place of a rank. MPI-4.1 section 8.5.5.
     *
     * @throws MpiFailure of class RANK when there is no such rank
     */
    public int[] coords(int rank) {
        if (rank < 0 || rank >= size) {
            throw new MpiFailure(ErrorClass.RANK, "no such rank in the grid")
                    .with("rank", rank, "size", size, "dims", Arrays.toString(dims));
        }
        int[] coords = new int[dims.length];
        int rest = rank;
        for (int d = dims.length - 1; d >= 0; d--) {
            coords[d] = rest % dims[d];
            rest /= dims[d];
        }
        return coords;
    }

    /**
     * The rank at a distance in a dimension, or {@code PROC_NULL} beyond a border. MPI-4.1 section
     * 8.5.6.
     *
     * @param places any number, negative for further down
     * @throws MpiFailure of class DIMS when there is no such dimension
     */
    public int neighbour(int rank, int dimension, long places) {
        if (dimension < 0 || dimension >= dims.length) {
            throw new MpiFailure(ErrorClass.DIMS, "no such dimension")
                    .with("direction", dimension, "dims", Arrays.toString(dims));
        }
        int[] coords = coords(rank);
        long wanted = coords[dimension] + places;
        if (!isWithin(dimension, wanted)) {
            return MessageAddress.PROC_NULL;
        }
        coords[dimension] = (int) Math.floorMod(wanted, (long) dims[dimension]);
        return rank(coords);
    }

    @Override
    public Neighbours neighbours(int rank) {
        int[] around = new int[2 * dims.length];
        for (int d = 0; d < dims.length; d++) {
            around[2 * d] = neighbour(rank, d, -1);
            around[2 * d + 1] = neighbour(rank, d, 1);
        }
        return Neighbours.inGrid(around);
    }

    /**
     * The grid of some of the dimensions. MPI-4.1 section 8.5.7.
     *
     * @throws MpiFailure of class ARG when it is not said for each dimension whether it remains
     */
    public CartTopology keep(boolean[] remain) {
        if (remain == null && dims.length > 0 || remain != null && remain.length < dims.length) {
            throw new MpiFailure(ErrorClass.ARG, "say for each dimension whether it remains")
                    .with("remainDims", Arrays.toString(remain), "dims", Arrays.toString(dims));
        }
        return select(remain, true);
    }

    /** The grid of the dimensions that {@link #keep} leaves out. */
    public CartTopology drop(boolean[] remain) {
        return select(remain, false);
    }

    private CartTopology select(boolean[] remain, boolean wanted) {
        int[] selected = selected(remain, wanted).toArray();
        int[] newDims = Arrays.stream(selected).map(d -> dims[d]).toArray();
        boolean[] newPeriods = new boolean[selected.length];
        for (int d = 0; d < selected.length; d++) {
            newPeriods[d] = periods[selected[d]];
        }
        int newSize = Arrays.stream(newDims).reduce(1, (one, other) -> one * other);
        return new CartTopology(newDims, newPeriods, newSize);
    }

    /** The coordinates of those dimensions that remain, or of those that do not. */
    public int[] coordsOf(int rank, boolean[] remain, boolean wanted) {
        int[] all = coords(rank);
        return selected(remain, wanted).map(d -> all[d]).toArray();
    }

    private IntStream selected(boolean[] remain, boolean wanted) {
        return IntStream.range(0, dims.length).filter(d -> remain[d] == wanted);
    }
}
