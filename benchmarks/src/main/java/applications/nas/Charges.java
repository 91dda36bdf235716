package applications.nas;

import applications.frame.Random46;
import applications.frame.World;

import mpi.MPIException;

import java.util.Arrays;

/**
 * The charges of MG: +1 at the ten points of the grid with the largest random numbers, -1 at those
 * with the smallest ones.
 */
final class Charges {
    private static final long SEED = 314_159_265;
    private static final int COUNT = 10;

    private final int points;
    private final int[] first;

    /**
     * The largest numbers that have been found, in ascending order, then the smallest ones with the
     * other sign; and the places of them in the whole grid.
     */
    private final double[] extremes = new double[2 * COUNT];

    private final double[] places = new double[2 * COUNT];

    /**
     * Takes the grid.
     *
     * @param points in each dimension of the whole grid
     * @param first point of this rank in each dimension
     */
    Charges(int points, int[] first) {
        this.points = points;
        this.first = first;
    }

    /** Sets the charges in this rank's part. Collective. */
    void set(World world, Grid grid) throws MPIException {
        clearExtremes();
        for (int z = 1; z < grid.nz - 1; z++) {
            for (int y = 1; y < grid.ny - 1; y++) {
                long start = place(1, y, z);
                Random46 random = new Random46(Random46.skip(SEED, Random46.A, start));
                for (int x = 0; x < grid.nx - 2; x++) {
                    double number = random.next();
                    insert(0, number, start + x);
                    insert(COUNT, -number, start + x);
                }
            }
        }
        double[] allExtremes = new double[extremes.length * world.size()];
        double[] allPlaces = new double[allExtremes.length];
        world.allGather(extremes, extremes.length, allExtremes);
        world.allGather(places, places.length, allPlaces);
        clearExtremes();
        for (int i = 0; i < allExtremes.length; i++) {
            insert(i % extremes.length / COUNT * COUNT, allExtremes[i], allPlaces[i]);
        }
        for (int i = 0; i < places.length; i++) {
            setCharge(grid, (long) places[i], i < COUNT ? 1 : -1);
        }
    }

    private void clearExtremes() {
        Arrays.fill(extremes, Double.NEGATIVE_INFINITY);
    }

    /** The place of a point of this rank in the whole grid. */
    private long place(int x, int y, int z) {
        long row = first[1] + y - 1 + (long) points * (first[2] + z - 1);
        return first[0] + x - 1 + points * row;
    }

    /** Inserts a number among the ten from an index, if it is larger than one of them. */
    private void insert(int start, double number, double place) {
        if (number <= extremes[start]) {
            return;
        }
        int at = start;
        for (; at + 1 < start + COUNT && extremes[at + 1] < number; at++) {
            extremes[at] = extremes[at + 1];
            places[at] = places[at + 1];
        }
        extremes[at] = number;
        places[at] = place;
    }

    private void setCharge(Grid grid, long place, double charge) {
        int x = (int) (place % points) - first[0] + 1;
        int y = (int) (place / points % points) - first[1] + 1;
        int z = (int) (place / points / points) - first[2] + 1;
        if (isInside(x, grid.nx) && isInside(y, grid.ny) && isInside(z, grid.nz)) {
            grid.lines[z * grid.ny + y][x] = charge;
        }
    }

    private static boolean isInside(int index, int points) {
        return index >= 1 && index < points - 1;
    }
}
