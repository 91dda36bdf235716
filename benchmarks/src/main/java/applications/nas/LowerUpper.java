package applications.nas;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.World;

import mpi.MPIException;

/**
 * LU of the NAS Parallel Benchmarks: the compressible Navier-Stokes equations in three dimensions,
 * solved by symmetric successive over-relaxation. The grid is cut in x and y among a power of two
 * of ranks. Each iteration sends two layers of the solution to the neighbours, for the residual,
 * and passes short lines on in two sweeps, for each plane in turn. {@code -class S, W, A, B}.
 *
 * <p>Unlike NAS's own programs, this one does not store 5 x 5 blocks of the Jacobian matrices nor
 * compute with their zeros, and so does less work for the same result.
 */
public final class LowerUpper implements Application {
    /** The published residuals, errors and integral, for each class. */
    private enum Class {
        S(
                12,
                50,
                0.5,
                1.6196343210976702e-02,
                2.1976745164821318e-03,
                1.5179927653399185e-03,
                1.5029584435994323e-03,
                3.4264073155896461e-02,
                6.4223319957960924e-04,
                8.4144342047347926e-05,
                5.8588269616485186e-05,
                5.8474222595157350e-05,
                1.3103347914111294e-03,
                7.8418928865937083),
        W(
                33,
                300,
                1.5e-3,
                0.1236511638192e+02,
                0.1317228477799e+01,
                0.2550120713095e+01,
                0.2326187750252e+01,
                0.2826799444189e+02,
                0.4867877144216,
                0.5064652880982e-01,
                0.9281818101960e-01,
                0.8570126542733e-01,
                0.1084277417792e+01,
                0.1161399311023e+02),
        A(
                64,
                250,
                2.0,
                7.7902107606689367e+02,
                6.3402765259692870e+01,
                1.9499249727292479e+02,
                1.7845301160418537e+02,
                1.8384760349464247e+03,
                2.9964085685471943e+01,
                2.8194576365003349,
                7.3473412698774742,
                6.7139225687777051,
                7.0715315688392578e+01,
                2.6030925604886277e+01),
        B(
                102,
                250,
                2.0,
                3.5532672969982736e+03,
                2.6214750795310692e+02,
                8.8333721850952190e+02,
                7.7812774739425265e+02,
                7.3087969592545314e+03,
                1.1401176380212709e+02,
                8.1098963655421574,
                2.8480597317698308e+01,
                2.5905394567832939e+01,
                2.6054907504857413e+02,
                4.7887162703308227e+01);

        private final int n;
        private final int iterations;
        private final double timeStep;
        private final double[] published;

        Class(int n, int iterations, double timeStep, double... published) {
            this.n = n;
            this.iterations = iterations;
            this.timeStep = timeStep;
            this.published = published;
        }
    }

    private Class problem;
    private SsorGrid grid;
    private SsorResidual residual;
    private SsorSweep sweep;
    private SsorVerification verification;
    private double[] norms;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        problem = Class.valueOf(arguments.text("-class", "S"));
        grid = new SsorGrid(world, problem.n);
        SsorExchange exchange = new SsorExchange(grid);
        residual = new SsorResidual(grid, exchange);
        sweep = new SsorSweep(grid, exchange, problem.timeStep);
        verification = new SsorVerification(grid);
        // The forcing makes the residual of the exact solution 0.
        grid.setExact();
        residual.compute();
        System.arraycopy(grid.v, 0, grid.forcing, 0, grid.v.length);
        grid.setInitial();
        residual.compute();
    }

    @Override
    public void compute() throws MPIException {
        for (int iteration = 0; iteration < problem.iterations; iteration++) {
            sweep.sweepLower();
            sweep.sweepUpper();
            update();
            residual.compute();
        }
        norms = verification.residual();
    }

    private void update() {
        double factor = 1 / (SsorSweep.OMEGA * (2 - SsorSweep.OMEGA));
        for (int k = 1; k < grid.n - 1; k++) {
            for (int j = grid.fromY; j < grid.toY; j++) {
                addLine(factor, grid.at(k, j, grid.fromX), grid.at(k, j, grid.toX));
            }
        }
    }

    private void addLine(double factor, int from, int to) {
        double[] u = grid.u;
        double[] v = grid.v;
        for (int i = from; i < to; i++) {
            u[i] += factor * v[i];
        }
    }

    @Override
    public Result verify() throws MPIException {
        return verification.compare(norms, problem.published);
    }
}
