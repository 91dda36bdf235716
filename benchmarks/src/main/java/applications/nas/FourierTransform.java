package applications.nas;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Random46;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

/**
 * FT of the NAS Parallel Benchmarks: solves a diffusion equation by Fourier transforms in three
 * dimensions: one of the random initial state, and for each time step an inverse one of the state
 * in the space of frequencies, of which a checksum is made. Ranks have slabs of planes (z), and
 * after the transforms in x and y slabs of rows (y) in the space of frequencies; an exchange of all
 * with all transposes from the one to the other. {@code -class S, W, A}, and {@code -iterations}
 * for another number of time steps. Verified are the published checksums of the first six steps,
 * and that the last transform keeps the norm (Parseval's theorem). The value is the real part of
 * the last checksum.
 */
public final class FourierTransform implements Application {
    private static final long SEED = 314_159_265;
    private static final double ALPHA = 1e-6;
    private static final int ITERATIONS = 6;
    private static final int CHECKED_POINTS = 1024;
    private static final double TOLERANCE = 1e-12;

    /** Of sums of all points, which are less exact. */
    private static final double NORM_TOLERANCE = 1e-10;

    /** The dimensions of each class, and the real and imaginary parts of the checksums. */
    private enum Class {
        S(
                64,
                64,
                64,
                new double[] {
                    554.6087004964, 484.5363331978, 554.6385409189, 486.5304269511,
                    554.6148406171, 488.3910722336, 554.5423607415, 490.1273169046,
                    554.4255039624, 491.7475857993, 554.2683411902, 493.2597244941
                }),
        W(
                128,
                128,
                32,
                new double[] {
                    567.3612178944, 529.3246849175, 563.1436885271, 528.2149986629,
                    559.4024089970, 527.0996558037, 556.0698047020, 526.0027904925,
                    553.0898991250, 524.9400845633, 550.4159734538, 523.9212247086
                }),
        A(
                256,
                256,
                128,
                new double[] {
                    504.6735008193, 511.4047905510, 505.9412319734, 509.8809666433,
                    506.9376896287, 509.8144042213, 507.7892868474, 510.1336130759,
                    508.5233095391, 510.4914655194, 509.1487099959, 510.7917842803
                });

        private final int nx;
        private final int ny;
        private final int nz;
        private final double[] checksums;

        Class(int nx, int ny, int nz, double[] checksums) {
            this.nx = nx;
            this.ny = ny;
            this.nz = nz;
            this.checksums = checksums;
        }
    }

    private World world;
    private int rank;
    private int ranks;
    private Class size;
    private int iterations;
    private int nx;
    private int ny;
    private int nz;

    /** Planes and, in the space of frequencies, rows of this rank. */
    private int planes;

    private int rows;

    private BlockTransform alongX;
    private BlockTransform alongY;
    private BlockTransform alongZ;

    /** Where the rows of a plane are in the slab, and among what goes to or comes from ranks. */
    private int[] slabOffsets;

    private int[] exchangeOffsets;

    /** Where the planes are in the space of frequencies. */
    private int[] planeOffsets;

    /** The state in the space of frequencies, and what a time step multiplies it by. */
    private double[] stateRe;

    private double[] stateIm;
    private double[] factors;

    /** The fields before and after an exchange; the second one at the end of a time step. */
    private double[] fieldRe;

    private double[] fieldIm;
    private double[] resultRe;
    private double[] resultIm;

    /** The real and imaginary parts of all checksums. */
    private double[] checksums;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        rank = world.rank();
        ranks = world.size();
        size = Class.valueOf(arguments.text("-class", "S"));
        iterations = arguments.number("-iterations", ITERATIONS);
        nx = size.nx;
        ny = size.ny;
        nz = size.nz;
        int mostRanks = Math.min(ny, nz);
        if (Integer.bitCount(ranks) != 1 || ranks > mostRanks) {
            throw new IllegalArgumentException(
                    "ft runs on 1, 2, 4, 8, ... "
                            + mostRanks
                            + " ranks (powers of two), not on "
                            + ranks);
        }
        planes = nz / ranks;
        rows = ny / ranks;
        alongX = new BlockTransform(nx);
        alongY = new BlockTransform(ny);
        alongZ = new BlockTransform(nz);
        setOffsets();
        int points = nx * ny * planes;
        stateRe = new double[points];
        stateIm = new double[points];
        factors = new double[points];
        fieldRe = new double[points];
        fieldIm = new double[points];
        resultRe = new double[points];
        resultIm = new double[points];
        checksums = new double[2 * iterations];
        setInitialState();
        setFactors();
    }

    private void setOffsets() {
        slabOffsets = new int[ny];
        exchangeOffsets = new int[ny];
        for (int y = 0; y < ny; y++) {
            slabOffsets[y] = y * nx;
            // A rank gets its rows of all planes.
            exchangeOffsets[y] = (y / rows * planes * rows + y % rows) * nx;
        }
        planeOffsets = new int[nz];
        for (int z = 0; z < nz; z++) {
            planeOffsets[z] = z * rows * nx;
        }
    }

    private void setInitialState() {
        long first = 2L * rank * fieldRe.length;
        Random46 random = new Random46(Random46.skip(SEED, Random46.A, first));
        for (int i = 0; i < fieldRe.length; i++) {
            fieldRe[i] = random.next();
            fieldIm[i] = random.next();
        }
    }

    private void setFactors() {
        double exponent = -4 * ALPHA * Math.PI * Math.PI;
        int at = 0;
        for (int z = 0; z < nz; z++) {
            for (int y = rank * rows; y < (rank + 1) * rows; y++) {
                int squares = square(y, ny) + square(z, nz);
                for (int x = 0; x < nx; x++) {
                    factors[at++] = Math.exp(exponent * (square(x, nx) + squares));
                }
            }
        }
    }

    /** The square of a frequency; those of the second half are negative. */
    private static int square(int index, int points) {
        int frequency = index < points / 2 ? index : index - points;
        return frequency * frequency;
    }

    @Override
    public void compute() throws MPIException {
        transformX(fieldRe, fieldIm, 1);
        transformY(1);
        world.allToAll(resultRe, resultRe.length / ranks, stateRe);
        world.allToAll(resultIm, resultIm.length / ranks, stateIm);
        transformZ(stateRe, stateIm, 1);
        for (int i = 0; i < iterations; i++) {
            evolve(stateRe, factors, resultRe);
            evolve(stateIm, factors, resultIm);
            transformZ(resultRe, resultIm, -1);
            world.allToAll(resultRe, resultRe.length / ranks, fieldRe);
            world.allToAll(resultIm, resultIm.length / ranks, fieldIm);
            transformY(-1);
            transformX(resultRe, resultIm, -1);
            addChecksum(i);
        }
    }

    private void transformX(double[] re, double[] im, int sign) {
        for (int base = 0; base < re.length; base += nx * BlockTransform.BLOCK) {
            alongX.loadTransposed(re, im, base);
            alongX.transform(sign);
            alongX.storeTransposed(re, im, base);
        }
    }

    /** From the field to the result; forward from the slab to what is exchanged, or back. */
    private void transformY(int sign) {
        boolean isForward = sign > 0;
        int[] from = isForward ? slabOffsets : exchangeOffsets;
        int[] to = isForward ? exchangeOffsets : slabOffsets;
        int fromPlane = (isForward ? ny : rows) * nx;
        int toPlane = (isForward ? rows : ny) * nx;
        for (int plane = 0; plane < planes; plane++) {
            for (int x = 0; x < nx; x += BlockTransform.BLOCK) {
                alongY.load(fieldRe, fieldIm, from, plane * fromPlane + x);
                alongY.transform(sign);
                alongY.store(resultRe, resultIm, to, plane * toPlane + x);
            }
        }
    }

    private void transformZ(double[] re, double[] im, int sign) {
        for (int base = 0; base < rows * nx; base += BlockTransform.BLOCK) {
            alongZ.load(re, im, planeOffsets, base);
            alongZ.transform(sign);
            alongZ.store(re, im, planeOffsets, base);
        }
    }

    private static void evolve(double[] state, double[] factors, double[] result) {
        for (int i = 0; i < state.length; i++) {
            double next = state[i] * factors[i];
            state[i] = next;
            result[i] = next;
        }
    }

    private void addChecksum(int iteration) throws MPIException {
        double[] sum = new double[2];
        for (int i = 1; i <= CHECKED_POINTS; i++) {
            int plane = 5 * i % nz - rank * planes;
            if (plane >= 0 && plane < planes) {
                int at = (plane * ny + 3 * i % ny) * nx + i % nx;
                sum[0] += resultRe[at];
                sum[1] += resultIm[at];
            }
        }
        double[] total = new double[2];
        world.allReduce(sum, total, 2, Operation.SUM);
        double points = (double) nx * ny * nz;
        checksums[2 * iteration] = total[0] / points;
        checksums[2 * iteration + 1] = total[1] / points;
    }

    @Override
    public Result verify() throws MPIException {
        double[] squares = {
            sumOfSquares(stateRe) + sumOfSquares(stateIm),
            sumOfSquares(resultRe) + sumOfSquares(resultIm)
        };
        double[] sums = new double[2];
        world.allReduce(squares, sums, 2, Operation.SUM);
        double ratio = sums[1] / sums[0] / nx / ny / nz;
        boolean isCorrect = Math.abs(ratio - 1) <= NORM_TOLERANCE;
        for (int i = 0; i < Math.min(iterations, ITERATIONS); i++) {
            double re = size.checksums[2 * i];
            double im = size.checksums[2 * i + 1];
            double error = Math.hypot(checksums[2 * i] - re, checksums[2 * i + 1] - im);
            isCorrect &= error <= TOLERANCE * Math.hypot(re, im);
        }
        return new Result(checksums[2 * iterations - 2], isCorrect);
    }

    private static double sumOfSquares(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number * number;
        }
        return sum;
    }
}
