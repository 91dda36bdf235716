package applications.grid;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.World;
import applications.frame.World.Operation;
import applications.frame.World.Transfer;

import mpi.MPIException;

/**
 * Jacobi relaxation of Laplace's equation on n^3 points within a fixed boundary: a point becomes
 * the mean of itself and its six neighbours. The cube is divided along all three axes; each step
 * packs the faces of a block into arrays and exchanges them with up to six neighbours by
 * non-blocking transfers. {@code -n} and {@code -iterations}. Each point is verified with the
 * formula of the discrete solution; the value is the sum of the squares of all points.
 */
public final class Jacobi3D implements Application {
    private static final int AXES = 3;
    private static final int FACES = 2 * AXES;
    private static final int NONE = -1;
    private static final double TOLERANCE = 1e-11;

    private World world;
    private int n;
    private int iterations;

    /** The first point of the block in the whole cube along each axis, from 1. */
    private final int[] first = new int[AXES];

    /** The points of the block along each axis, without halo. */
    private final int[] length = new int[AXES];

    /** The distance in the array between neighbours along each axis. */
    private final int[] stride = new int[AXES];

    private double[] from;
    private double[] into;
    private LaplaceSolution solution;

    /** The ranks at the low and the high face of each axis. */
    private final int[] neighbours = new int[FACES];

    /** The faces of the block, and those of the neighbours there. */
    private final double[][] sent = new double[FACES][];

    private final double[][] received = new double[FACES][];
    private final Transfer[] transfers = new Transfer[2 * FACES];
    private final double[] square = new double[1];
    private final double[] totalSquare = new double[1];

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        n = arguments.number("-n", 100);
        iterations = arguments.number("-iterations", 100);
        divide(world.rank(), world.size());
        int points = Math.multiplyExact(stride[0], length[0] + 2);
        for (int face = 0; face < FACES; face++) {
            int axis = face / 2;
            int size = length[(axis + 1) % AXES] * length[(axis + 2) % AXES];
            sent[face] = new double[size];
            received[face] = new double[size];
        }
        solution = new LaplaceSolution(n, AXES);
        from = new double[points];
        for (int i = 0; i < length[0] + 2; i++) {
            for (int j = 0; j < length[1] + 2; j++) {
                int row = i * stride[0] + j * stride[1];
                for (int k = 0; k < length[2] + 2; k++) {
                    from[row + k] = exact(LaplaceSolution.AMPLITUDES, i, j, k);
                }
            }
        }
        into = from.clone();
    }

    private void divide(int rank, int size) {
        int[] ranks = factors(size, n);
        int rest = rank;
        int rankDistance = 1;
        int pointDistance = 1;
        for (int axis = AXES - 1; axis >= 0; axis--) {
            int place = rest % ranks[axis];
            neighbours[2 * axis] = place > 0 ? rank - rankDistance : NONE;
            neighbours[2 * axis + 1] = place + 1 < ranks[axis] ? rank + rankDistance : NONE;
            rest /= ranks[axis];
            rankDistance *= ranks[axis];
            Blocks blocks = new Blocks(n, ranks[axis]);
            first[axis] = 1 + blocks.start(place);
            length[axis] = blocks.size(place);
            stride[axis] = pointDistance;
            pointDistance = Math.multiplyExact(pointDistance, length[axis] + 2);
        }
    }

    /** The three factors of a number of ranks with the smallest sum, the largest one first. */
    private static int[] factors(int ranks, int n) {
        int[] best = null;
        int bestSum = Integer.MAX_VALUE;
        for (int small = 1; small * small * small <= ranks; small++) {
            for (int middle = small; small * middle * middle <= ranks; middle++) {
                int large = ranks / (small * middle);
                int sum = small + middle + large;
                if (small * middle * large == ranks && large <= n && sum < bestSum) {
                    best = new int[] {large, middle, small};
                    bestSum = sum;
                }
            }
        }
        if (best == null) {
            String counts = "-n %d takes numbers of ranks with three factors of at most %d, not %d";
            throw new IllegalArgumentException(String.format(counts, n, n, ranks));
        }
        return best;
    }

    /** The value at a point of the block, with these amplitudes of the modes. */
    private double exact(double[] amplitudes, int i, int j, int k) {
        return solution.at(amplitudes, first[0] - 1 + i, first[1] - 1 + j, first[2] - 1 + k);
    }

    @Override
    public void compute() throws MPIException {
        for (int step = 0; step < iterations; step++) {
            exchange();
            for (int i = 1; i <= length[0]; i++) {
                for (int j = 1; j <= length[1]; j++) {
                    int start = i * stride[0] + j * stride[1] + 1;
                    relaxRow(from, into, start, length[2], stride);
                }
            }
            double[] relaxed = into;
            into = from;
            from = relaxed;
        }
        square[0] = sumOfSquares();
        world.allReduce(square, totalSquare, 1, Operation.SUM);
    }

    private static void relaxRow(double[] from, double[] into, int start, int count, int[] stride) {
        int plane = stride[0];
        int row = stride[1];
        for (int i = start; i < start + count; i++) {
            double neighbours =
                    from[i - plane]
                            + from[i - row]
                            + from[i - 1]
                            + from[i + 1]
                            + from[i + row]
                            + from[i + plane];
            into[i] = 1.0 / 7 * (from[i] + neighbours);
        }
    }

    private void exchange() throws MPIException {
        int started = 0;
        for (int face = 0; face < FACES; face++) {
            if (neighbours[face] != NONE) {
                double[] halo = received[face];
                // The neighbour's tag is its own face, the opposite one.
                transfers[started++] =
                        world.startReceive(halo, 0, halo.length, neighbours[face], face ^ 1);
            }
        }
        for (int face = 0; face < FACES; face++) {
            if (neighbours[face] != NONE) {
                pack(face);
                double[] packed = sent[face];
                transfers[started++] =
                        world.startSend(packed, 0, packed.length, neighbours[face], face);
            }
        }
        for (int i = 0; i < started; i++) {
            transfers[i].complete();
        }
        for (int face = 0; face < FACES; face++) {
            if (neighbours[face] != NONE) {
                unpack(face);
            }
        }
    }

    private void pack(int face) {
        int axis = face / 2;
        int outer = axis == 0 ? 1 : 0;
        int inner = axis == 2 ? 1 : 2;
        double[] grid = from;
        double[] packed = sent[face];
        int step = stride[inner];
        int start = (isHigh(face) ? length[axis] : 1) * stride[axis] + step;
        for (int i = 0; i < length[outer]; i++) {
            start += stride[outer];
            int count = length[inner];
            for (int k = 0; k < count; k++) {
                packed[i * count + k] = grid[start + k * step];
            }
        }
    }

    private void unpack(int face) {
        int axis = face / 2;
        int outer = axis == 0 ? 1 : 0;
        int inner = axis == 2 ? 1 : 2;
        double[] grid = from;
        double[] packed = received[face];
        int step = stride[inner];
        int start = (isHigh(face) ? length[axis] + 1 : 0) * stride[axis] + step;
        for (int i = 0; i < length[outer]; i++) {
            start += stride[outer];
            int count = length[inner];
            for (int k = 0; k < count; k++) {
                grid[start + k * step] = packed[i * count + k];
            }
        }
    }

    private static boolean isHigh(int face) {
        return face % 2 == 1;
    }

    private double sumOfSquares() {
        double sum = 0;
        for (int i = 1; i <= length[0]; i++) {
            for (int j = 1; j <= length[1]; j++) {
                int start = i * stride[0] + j * stride[1] + 1;
                for (int k = start; k < start + length[2]; k++) {
                    sum += from[k] * from[k];
                }
            }
        }
        return sum;
    }

    @Override
    public Result verify() throws MPIException {
        double[] amplitudes = LaplaceSolution.AMPLITUDES.clone();
        for (int mode = 0; mode < amplitudes.length; mode++) {
            amplitudes[mode] *= Math.pow((1 + 6 * solution.eigenvalue(mode)) / 7, iterations);
        }
        int[] wrong = new int[1];
        for (int i = 1; i <= length[0]; i++) {
            for (int j = 1; j <= length[1]; j++) {
                int row = i * stride[0] + j * stride[1];
                for (int k = 1; k <= length[2]; k++) {
                    // The comparison is false for NaN.
                    boolean isExact =
                            Math.abs(from[row + k] - exact(amplitudes, i, j, k)) <= TOLERANCE;
                    wrong[0] += isExact ? 0 : 1;
                }
            }
        }
        int[] totalWrong = new int[1];
        world.allReduce(wrong, totalWrong, 1, Operation.SUM);
        return new Result(totalSquare[0], totalWrong[0] == 0);
    }
}
