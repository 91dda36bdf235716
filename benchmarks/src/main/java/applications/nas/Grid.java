package applications.nas;

import java.util.Arrays;

/**
 * A rank's part of a periodic grid in three dimensions, with a layer of points of the neighbours
 * around it. Each line along x is an array of its own: the compiler vectorises a loop over several
 * arrays only if their indices are the same.
 */
final class Grid {
    /** Points in each dimension, with the layers. */
    final int nx;

    final int ny;
    final int nz;

    /** The line (y, z) is at z ny + y. */
    final double[][] lines;

    /** A grid of zeros; the sizes are without the layers. */
    Grid(int pointsX, int pointsY, int pointsZ) {
        nx = pointsX + 2;
        ny = pointsY + 2;
        nz = pointsZ + 2;
        lines = new double[ny * nz][nx];
    }

    void clear() {
        for (double[] line : lines) {
            Arrays.fill(line, 0);
        }
    }

    /** The sum of the squares of the points of this rank. */
    double sumOfSquares() {
        double sum = 0;
        for (int z = 1; z < nz - 1; z++) {
            for (int y = 1; y < ny - 1; y++) {
                sum = addSquares(lines[z * ny + y], sum);
            }
        }
        return sum;
    }

    private static double addSquares(double[] line, double before) {
        double sum = before;
        for (int x = 1; x < line.length - 1; x++) {
            sum += line[x] * line[x];
        }
        return sum;
    }
}
