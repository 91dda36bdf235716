package applications.nas;

import applications.frame.World;

import mpi.MPIException;

/**
 * Fills the layers around the parts of a periodic grid: along x, then y, then z, each time with the
 * layers that are already filled, so that edges and corners come along.
 */
final class HaloExchange {
    private static final int DIMENSIONS = 3;

    /** The tags of messages to the previous rank are even, those to the next one odd. */
    private static final int TAG = 10;

    private final World world;
    private final int rank;

    /** The ranks before and after this one in each dimension. */
    private final int[] previous = new int[DIMENSIONS];

    private final int[] next = new int[DIMENSIONS];
    private final double[] toPrevious;
    private final double[] toNext;
    private final double[] fromPrevious;
    private final double[] fromNext;

    /**
     * Finds the neighbours.
     *
     * @param ranks in each dimension; the rank at (x, y, z) is x + ranks[0] (y + ranks[1] z)
     * @param largest the largest grid to be exchanged
     */
    HaloExchange(World world, int[] ranks, Grid largest) throws MPIException {
        this.world = world;
        rank = world.rank();
        int stride = 1;
        for (int dimension = 0; dimension < DIMENSIONS; dimension++) {
            int count = ranks[dimension];
            int place = rank / stride % count;
            previous[dimension] = rank + ((place + count - 1) % count - place) * stride;
            next[dimension] = rank + ((place + 1) % count - place) * stride;
            stride *= count;
        }
        int face = Math.max(largest.nx, largest.ny) * Math.max(largest.ny, largest.nz);
        toPrevious = new double[face];
        toNext = new double[face];
        fromPrevious = new double[face];
        fromNext = new double[face];
    }

    void exchange(Grid grid) throws MPIException {
        packX(grid, 1, toPrevious);
        int count = packX(grid, grid.nx - 2, toNext);
        transfer(0, count);
        unpackX(grid, 0, fromPrevious);
        unpackX(grid, grid.nx - 1, fromNext);

        packY(grid, 1, toPrevious);
        count = packY(grid, grid.ny - 2, toNext);
        transfer(1, count);
        unpackY(grid, 0, fromPrevious);
        unpackY(grid, grid.ny - 1, fromNext);

        packZ(grid, 1, toPrevious);
        count = packZ(grid, grid.nz - 2, toNext);
        transfer(2, count);
        unpackZ(grid, 0, fromPrevious);
        unpackZ(grid, grid.nz - 1, fromNext);
    }

    private void transfer(int dimension, int count) throws MPIException {
        int before = previous[dimension];
        int after = next[dimension];
        if (before == rank) {
            System.arraycopy(toPrevious, 0, fromNext, 0, count);
            System.arraycopy(toNext, 0, fromPrevious, 0, count);
            return;
        }
        int tag = TAG + 2 * dimension;
        World.Transfer receiveNext = world.startReceive(fromNext, 0, count, after, tag);
        World.Transfer receivePrevious =
                world.startReceive(fromPrevious, 0, count, before, tag + 1);
        world.send(toPrevious, 0, count, before, tag);
        world.send(toNext, 0, count, after, tag + 1);
        receiveNext.complete();
        receivePrevious.complete();
    }

    private static int packX(Grid grid, int x, double[] buffer) {
        int at = 0;
        for (int z = 1; z < grid.nz - 1; z++) {
            for (int y = 1; y < grid.ny - 1; y++) {
                buffer[at++] = grid.lines[z * grid.ny + y][x];
            }
        }
        return at;
    }

    private static void unpackX(Grid grid, int x, double[] buffer) {
        int at = 0;
        for (int z = 1; z < grid.nz - 1; z++) {
            for (int y = 1; y < grid.ny - 1; y++) {
                grid.lines[z * grid.ny + y][x] = buffer[at++];
            }
        }
    }

    private static int packY(Grid grid, int y, double[] buffer) {
        int at = 0;
        for (int z = 1; z < grid.nz - 1; z++) {
            System.arraycopy(grid.lines[z * grid.ny + y], 0, buffer, at, grid.nx);
            at += grid.nx;
        }
        return at;
    }

    private static void unpackY(Grid grid, int y, double[] buffer) {
        int at = 0;
        for (int z = 1; z < grid.nz - 1; z++) {
            System.arraycopy(buffer, at, grid.lines[z * grid.ny + y], 0, grid.nx);
            at += grid.nx;
        }
    }

    private static int packZ(Grid grid, int z, double[] buffer) {
        int at = 0;
        for (int y = 0; y < grid.ny; y++) {
            System.arraycopy(grid.lines[z * grid.ny + y], 0, buffer, at, grid.nx);
            at += grid.nx;
        }
        return at;
    }

    private static void unpackZ(Grid grid, int z, double[] buffer) {
        int at = 0;
        for (int y = 0; y < grid.ny; y++) {
            System.arraycopy(buffer, at, grid.lines[z * grid.ny + y], 0, grid.nx);
            at += grid.nx;
        }
    }
}
