package applications.nas;

import applications.frame.World;

import mpi.MPIException;

import java.util.Arrays;

/**
 * The grid of NAS LU: n^3 points with five components each, the density, three momenta and the
 * energy. It is cut in x and y, and each rank has a block of columns along z, with two layers of
 * the neighbours' points around it in x and y. Along z there is one unused layer on both sides,
 * which is only read where its factor is 0.
 */
final class SsorGrid {
    static final int COMPONENTS = 5;
    static final int ENERGY = 4;

    /** The layers of the neighbours' points. */
    static final int HALO = 2;

    /** The constants of the fluxes: the equations' c1, c2, c3 c4 and c1 c3 c4 c5. */
    static final double C1 = 1.4;

    static final double C2 = 0.4;
    static final double C34 = 0.1;
    static final double C15 = 1.4 * 1.4;
    static final double C1345 = C15 * C34;

    /** Of viscosity along the direction of a momentum. */
    static final double R43 = 4.0 / 3;

    /** The coefficients of the exact solution: 1, then x, y, z to the powers 1 to 4. */
    private static final double[][] EXACT = {
        {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
        {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
        {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
        {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
        {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2}
    };

    /**
     * A direction: which component is the momentum along it, which are across, and the coefficient
     * of artificial viscosity. A record, as the JIT compiler trusts its fields as constants.
     */
    record Direction(int normal, int first, int second, double damping) {
        static final Direction X = new Direction(1, 2, 3, 0.75);
        static final Direction Y = new Direction(2, 3, 1, 0.75);
        static final Direction Z = new Direction(3, 1, 2, 1);
    }

    final World world;
    final int n;

    /** The distance of points. */
    final double step;

    /** The extent of the block, and where it begins in the grid. */
    final int sizeX;

    final int sizeY;
    final int firstX;
    final int firstY;

    /** The block's points that are not on the boundary of the grid, from (inclusive) and to. */
    final int fromX;

    final int toX;
    final int fromY;
    final int toY;

    /** The ranks of the neighbours, or -1 at the boundary. */
    final int lowX;

    final int highX;
    final int lowY;
    final int highY;

    /** Distances of neighbours in the arrays; that in x is COMPONENTS. */
    final int strideY;

    final int strideZ;

    /** The solution. */
    final double[] u;

    /** In its place: 1 / density, the velocities, energy / density. */
    final double[] specific;

    /** The residual, and the correction that is made from it. */
    final double[] v;

    final double[] forcing;

    SsorGrid(World world, int n) throws MPIException {
        this.world = world;
        this.n = n;
        step = 1.0 / (n - 1);
        int size = world.size();
        int partsX = 1 << (Integer.SIZE - 1 - Integer.numberOfLeadingZeros(size)) / 2;
        int partsY = size / partsX;
        if (Integer.bitCount(size) != 1 || n / partsY < HALO) {
            throw new IllegalArgumentException(
                    "lu runs on 1, 2, 4, 8, ... ranks, with at least "
                            + HALO
                            + " points in each direction for each: not on "
                            + size);
        }
        int partX = world.rank() % partsX;
        int partY = world.rank() / partsX;
        firstX = n * partX / partsX;
        firstY = n * partY / partsY;
        sizeX = n * (partX + 1) / partsX - firstX;
        sizeY = n * (partY + 1) / partsY - firstY;
        lowX = partX == 0 ? -1 : world.rank() - 1;
        highX = partX == partsX - 1 ? -1 : world.rank() + 1;
        lowY = partY == 0 ? -1 : world.rank() - partsX;
        highY = partY == partsY - 1 ? -1 : world.rank() + partsX;
        fromX = lowX < 0 ? 1 : 0;
        toX = highX < 0 ? sizeX - 1 : sizeX;
        fromY = lowY < 0 ? 1 : 0;
        toY = highY < 0 ? sizeY - 1 : sizeY;
        strideY = (sizeX + 2 * HALO) * COMPONENTS;
        strideZ = (sizeY + 2 * HALO) * strideY;
        int length = (n + 2) * strideZ;
        u = new double[length];
        specific = new double[length];
        v = new double[length];
        forcing = new double[length];
        // Not 0 where there are no points: the density is divided by.
        Arrays.fill(u, 1);
    }

    /** Where the first component of a point of the block is in the arrays. */
    int at(int k, int j, int i) {
        return (k + 1) * strideZ + (j + HALO) * strideY + (i + HALO) * COMPONENTS;
    }

    /** The exact solution at a point of the grid. */
    double exact(int component, double x, double y, double z) {
        double[] c = EXACT[component];
        return c[0]
                + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
                + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
                + z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
    }

    /** Sets the solution to the exact one. */
    void setExact() {
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < sizeY; j++) {
                for (int i = 0; i < sizeX; i++) {
                    setExact(k, j, i);
                }
            }
        }
    }

    private void setExact(int k, int j, int i) {
        for (int m = 0; m < COMPONENTS; m++) {
            double x = (firstX + i) * step;
            double y = (firstY + j) * step;
            u[at(k, j, i) + m] = exact(m, x, y, k * step);
        }
    }

    /** Changes the exact solution inside the grid to one interpolated from the boundary. */
    void setInitial() {
        for (int k = 1; k < n - 1; k++) {
            for (int j = fromY; j < toY; j++) {
                for (int i = fromX; i < toX; i++) {
                    setInterpolated(k, j, i);
                }
            }
        }
    }

    private void setInterpolated(int k, int j, int i) {
        for (int m = 0; m < COMPONENTS; m++) {
            double x = (firstX + i) * step;
            double y = (firstY + j) * step;
            u[at(k, j, i) + m] = interpolated(m, x, y, k * step);
        }
    }

    private double interpolated(int m, double x, double y, double z) {
        double alongX = (1 - x) * exact(m, 0, y, z) + x * exact(m, 1, y, z);
        double alongY = (1 - y) * exact(m, x, 0, z) + y * exact(m, x, 1, z);
        double alongZ = (1 - z) * exact(m, x, y, 0) + z * exact(m, x, y, 1);
        return alongX
                + alongY
                + alongZ
                - alongX * alongY
                - alongY * alongZ
                - alongZ * alongX
                + alongX * alongY * alongZ;
    }
}
