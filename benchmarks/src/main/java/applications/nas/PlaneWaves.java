package applications.nas;

import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

/**
 * Verifies the residual of MG without the operators and the layers: plane waves w are eigenvectors
 * of the matrix, so that w r = w v - eigenvalue w u for the residual r = v - matrix u.
 */
final class PlaneWaves {
    /** Their frequencies in x, y and z. */
    private static final int[][] FREQUENCIES = {{1, 2, 3}, {5, 3, 1}, {0, 1, 4}, {7, 5, 6}};

    private static final double TOLERANCE = 1e-14;

    private final World world;
    private final int points;
    private final int[] first;

    /**
     * Takes the grid.
     *
     * @param points in each dimension of the whole grid
     * @param first point of this rank in each dimension
     */
    PlaneWaves(World world, int points, int[] first) {
        this.world = world;
        this.points = points;
        this.first = first;
    }

    /** Whether r = v - matrix u. Collective. */
    boolean isResidual(Grid u, Grid v, Grid r) throws MPIException {
        double[] norms = {u.sumOfSquares(), v.sumOfSquares()};
        double[] sums = new double[2];
        world.allReduce(norms, sums, 2, Operation.SUM);
        double waveNorm = Math.sqrt((double) points * points * points);
        double tolerance = TOLERANCE * waveNorm * (Math.sqrt(sums[0]) + Math.sqrt(sums[1]));
        boolean isResidual = true;
        for (int[] frequencies : FREQUENCIES) {
            double eigenvalue = eigenvalue(frequencies);
            double[] products = {
                product(frequencies, u), product(frequencies, v), product(frequencies, r)
            };
            double[] totals = new double[products.length];
            world.allReduce(products, totals, totals.length, Operation.SUM);
            double error = totals[1] - eigenvalue * totals[0] - totals[2];
            isResidual &= Math.abs(error) <= tolerance;
        }
        return isResidual;
    }

    /** Of the matrix with -8/3 at the centre, 1/6 at edges and 1/12 at corners. */
    private double eigenvalue(int[] frequencies) {
        double cosX = Math.cos(2 * Math.PI * frequencies[0] / points);
        double cosY = Math.cos(2 * Math.PI * frequencies[1] / points);
        double cosZ = Math.cos(2 * Math.PI * frequencies[2] / points);
        double edges = 4 * (cosX * cosY + cosY * cosZ + cosX * cosZ);
        double corners = 8 * cosX * cosY * cosZ;
        return -8.0 / 3 + edges / 6 + corners / 12;
    }

    /** The product of this rank's part with the wave. */
    private double product(int[] frequencies, Grid grid) {
        double sum = 0;
        for (int z = 1; z < grid.nz - 1; z++) {
            for (int y = 1; y < grid.ny - 1; y++) {
                long phase =
                        (long) frequencies[1] * (first[1] + y - 1)
                                + (long) frequencies[2] * (first[2] + z - 1);
                sum += product(frequencies[0], phase, grid.lines[z * grid.ny + y]);
            }
        }
        return sum;
    }

    private double product(int frequency, long phase, double[] line) {
        double sum = 0;
        for (int x = 1; x < line.length - 1; x++) {
            long turn = (phase + (long) frequency * (first[0] + x - 1)) % points;
            sum += line[x] * Math.cos(2 * Math.PI * turn / points);
        }
        return sum;
    }
}
