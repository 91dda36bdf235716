package applications.data;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.SplitMix64;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * Clusters points by Lloyd's algorithm. The points are divided into blocks; each iteration assigns
 * them to the nearest centroid, and reduces the sums and numbers of points of all clusters to all
 * ranks, which compute the next centroids. {@code -points}, {@code -clusters}, {@code -dimensions}
 * and {@code -iterations}. The points lie in cubes around the nodes of a lattice. Verified: the
 * centroids have reached the nodes, within the error of a mean (which takes at least five
 * iterations), and the sum of squared distances, which is the value, agrees with the squares of the
 * points.
 */
public final class KMeans implements Application {
    /** The edge of the cubes; the distance of the nodes is 1. */
    private static final double SPREAD = 0.6;

    /** Points that are assigned together: they remain in the first-level cache. */
    private static final int TILE = 512;

    private static final double TOLERANCE = 1e-10;

    private World world;
    private int points;
    private int clusters;
    private int dimensions;
    private int iterations;

    /** The first point of this rank. */
    private int first;

    /** The points of this rank. */
    private int count;

    /** By dimension and point: loops over points use adjacent elements. */
    private double[][] coordinates;

    private double[] centroids;

    /** The centroids to which the points were assigned. */
    private double[] assigned;

    private double[] distance;
    private double[] smallest;
    private int[] nearest;

    /** The sum of coordinates by cluster and dimension, the numbers of points, and the cost. */
    private double[] sums;

    private double[] totals;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        points = arguments.number("-points", 100_000);
        clusters = arguments.number("-clusters", 16);
        dimensions = arguments.number("-dimensions", 8);
        iterations = arguments.number("-iterations", 20);
        if (clusters > points) {
            throw new IllegalArgumentException("-clusters is at most -points, " + points);
        }
        Blocks blocks = new Blocks(points, world.size());
        first = blocks.start(world.rank());
        count = blocks.size(world.rank());
        coordinates = new double[dimensions][count];
        centroids = new double[clusters * dimensions];
        for (int dimension = 0; dimension < dimensions; dimension++) {
            for (int i = 0; i < count; i++) {
                coordinates[dimension][i] = coordinate(first + i, dimension);
            }
            for (int cluster = 0; cluster < clusters; cluster++) {
                centroids[cluster * dimensions + dimension] = coordinate(cluster, dimension);
            }
        }
        assigned = new double[centroids.length];
        distance = new double[count];
        smallest = new double[count];
        nearest = new int[count];
        sums = new double[centroids.length + clusters + 1];
        totals = new double[sums.length];
    }

    private double coordinate(int point, int dimension) {
        double random = SplitMix64.uniform((long) point * dimensions + dimension);
        return node(point % clusters, dimension) + SPREAD * (random - 0.5);
    }

    /** The node of a cluster: the digits of its number. */
    private double node(int cluster, int dimension) {
        int base = 1;
        while (Math.pow(base, dimensions) < clusters) {
            base++;
        }
        int rest = cluster;
        for (int i = 0; i < dimension; i++) {
            rest /= base;
        }
        return rest % base;
    }

    @Override
    public void compute() throws MPIException {
        for (int i = 0; i < iterations; i++) {
            Arrays.fill(sums, 0);
            for (int start = 0; start < count; start += TILE) {
                int end = Math.min(start + TILE, count);
                assign(start, end);
                add(start, end);
            }
            world.allReduce(sums, totals, sums.length, Operation.SUM);
            move();
        }
    }

    /** Assigns some points to the nearest centroid. */
    private void assign(int start, int end) {
        Arrays.fill(smallest, start, end, Double.MAX_VALUE);
        for (int cluster = 0; cluster < clusters; cluster++) {
            Arrays.fill(distance, start, end, 0);
            for (int dimension = 0; dimension < dimensions; dimension++) {
                double center = centroids[cluster * dimensions + dimension];
                addSquares(distance, coordinates[dimension], center, start, end);
            }
            choose(cluster, start, end);
        }
    }

    private static void addSquares(
            double[] squares, double[] axis, double center, int start, int end) {
        for (int i = start; i < end; i++) {
            double difference = axis[i] - center;
            squares[i] += difference * difference;
        }
    }

    private void choose(int cluster, int start, int end) {
        double[] distance = this.distance;
        double[] smallest = this.smallest;
        int[] nearest = this.nearest;
        for (int i = start; i < end; i++) {
            if (distance[i] < smallest[i]) {
                smallest[i] = distance[i];
                nearest[i] = cluster;
            }
        }
    }

    /** Adds some points to the sums of their clusters. */
    private void add(int start, int end) {
        double[] sums = this.sums;
        int[] nearest = this.nearest;
        for (int dimension = 0; dimension < dimensions; dimension++) {
            double[] axis = coordinates[dimension];
            for (int i = start; i < end; i++) {
                sums[nearest[i] * dimensions + dimension] += axis[i];
            }
        }
        double cost = 0;
        for (int i = start; i < end; i++) {
            sums[centroids.length + nearest[i]]++;
            cost += smallest[i];
        }
        sums[sums.length - 1] += cost;
    }

    /** Moves the centroids to the means of their points. */
    private void move() {
        System.arraycopy(centroids, 0, assigned, 0, centroids.length);
        for (int cluster = 0; cluster < clusters; cluster++) {
            double size = totals[centroids.length + cluster];
            for (int i = cluster * dimensions; i < (cluster + 1) * dimensions; i++) {
                // A cluster without points remains where it is.
                centroids[i] = size == 0 ? centroids[i] : totals[i] / size;
            }
        }
    }

    @Override
    public Result verify() throws MPIException {
        double[] square = new double[1];
        for (double[] axis : coordinates) {
            for (double value : axis) {
                square[0] += value * value;
            }
        }
        double[] totalSquare = new double[1];
        world.allReduce(square, totalSquare, 1, Operation.SUM);
        // The sum of |x - c|^2 is that of |x|^2 - 2 x c + |c|^2.
        double expected = totalSquare[0];
        double largestError = 0;
        for (int i = 0; i < centroids.length; i++) {
            double center = assigned[i];
            double size = totals[centroids.length + i / dimensions];
            expected += center * center * size - 2 * center * totals[i];
            double error = Math.abs(centroids[i] - node(i / dimensions, i % dimensions));
            largestError = Math.max(largestError, error);
        }
        double cost = totals[totals.length - 1];
        boolean isSum = Math.abs(cost - expected) <= TOLERANCE * totalSquare[0];
        // Six standard deviations of the mean of the coordinates of a cluster.
        double tolerance = 6 * SPREAD / Math.sqrt(12.0 * (points / clusters));
        return new Result(cost, isSum && largestError <= tolerance);
    }
}
