package mpi;

/** A Cartesian topology and the coordinates of this process. MPI-4.1 section 8.5.5. */
public class CartParms {
    /** Processes in each dimension. */
    public int[] dims;

    /** Coordinates of this process. */
    public int[] coords;

    /** Whether each dimension wraps around. */
    public boolean[] periods;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }

    /** Number of dimensions. MPI-4.1 section 8.5.5. */
    public int getDimCount() {
        return dims.length;
    }

    /** Processes in dimension i. MPI-4.1 section 8.5.5. */
    public int getDim(int i) {
        return dims[i];
    }

    /** Whether dimension i wraps around. MPI-4.1 section 8.5.5. */
    public boolean getPeriod(int i) {
        return periods[i];
    }

    /** Coordinate of this process in dimension i. MPI-4.1 section 8.5.5. */
    public int getCoord(int i) {
        return coords[i];
    }
}
