package applications.nas;

import applications.nas.SsorGrid.Direction;

import mpi.MPIException;

/**
 * The residual of NAS LU: the fluxes of the Navier-Stokes equations and an artificial viscosity, of
 * second and fourth differences, less the forcing. It is computed line by line along x.
 */
final class SsorResidual {
    private static final int COMPONENTS = SsorGrid.COMPONENTS;
    private static final int ENERGY = SsorGrid.ENERGY;
    private static final double C2 = SsorGrid.C2;
    private static final double C15 = SsorGrid.C15;
    private static final double R43 = SsorGrid.R43;

    /** The factor of fourth differences. */
    private static final double DISSIPATION = 0.25;

    /** Factors for each point: of the point and of two on either side. */
    private static final int FACTORS = 5;

    private final SsorGrid grid;
    private final SsorExchange exchange;
    private final int count;
    private final double convection;
    private final double viscosity;
    private final double[] factorsX;
    private final double[] factorsY;
    private final double[] factorsZ;

    SsorResidual(SsorGrid grid, SsorExchange exchange) {
        this.grid = grid;
        this.exchange = exchange;
        count = grid.toX - grid.fromX;
        convection = 1 / (2 * grid.step);
        viscosity = SsorGrid.C34 / (grid.step * grid.step);
        factorsX = factors(Direction.X, grid.firstX, grid.sizeX);
        factorsY = factors(Direction.Y, grid.firstY, grid.sizeY);
        factorsZ = factors(Direction.Z, 0, grid.n);
    }

    /** The fourth difference omits points beyond the boundary. */
    private double[] factors(Direction direction, int first, int size) {
        double second = direction.damping() / (grid.step * grid.step);
        double[] factors = new double[size * FACTORS];
        for (int i = 0; i < size; i++) {
            int below = first + i;
            int above = grid.n - 1 - below;
            int at = i * FACTORS;
            factors[at] = below > 2 ? -DISSIPATION : 0;
            factors[at + 1] = second + (below > 1 ? 4 * DISSIPATION : 0);
            factors[at + 2] = -2 * second - (below > 1 && above > 1 ? 6 : 5) * DISSIPATION;
            factors[at + 3] = second + (above > 1 ? 4 * DISSIPATION : 0);
            factors[at + 4] = above > 2 ? -DISSIPATION : 0;
        }
        return factors;
    }

    /** Computes the residual of the solution. Collective. */
    void compute() throws MPIException {
        exchange.exchangeLayers();
        int lowX = grid.fromX - 1;
        int lowY = grid.fromY - 1;
        for (int k = 0; k < grid.n; k++) {
            for (int j = lowY; j <= grid.toY; j++) {
                computeSpecific(grid.at(k, j, lowX), count + 2);
            }
        }
        for (int k = 1; k < grid.n - 1; k++) {
            for (int j = grid.fromY; j < grid.toY; j++) {
                computeLine(k, j);
            }
        }
    }

    private void computeSpecific(int start, int points) {
        double[] u = grid.u;
        double[] specific = grid.specific;
        for (int i = 0; i < points; i++) {
            int at = start + i * COMPONENTS;
            double inverse = 1 / u[at];
            specific[at] = inverse;
            specific[at + 1] = inverse * u[at + 1];
            specific[at + 2] = inverse * u[at + 2];
            specific[at + 3] = inverse * u[at + 3];
            specific[at + ENERGY] = inverse * u[at + ENERGY];
        }
    }

    private void computeLine(int k, int j) {
        int at = grid.at(k, j, grid.fromX);
        int strideY = grid.strideY;
        int strideZ = grid.strideZ;
        double[] v = grid.v;
        double[] forcing = grid.forcing;
        for (int i = at; i < at + count * COMPONENTS; i++) {
            v[i] = -forcing[i];
        }
        addConvection(Direction.X, at, COMPONENTS);
        addViscosity(Direction.X, at, COMPONENTS);
        addDifferencesX(at);
        addConvection(Direction.Y, at, strideY);
        addViscosity(Direction.Y, at, strideY);
        addDifferences(factorsY, j, at, strideY);
        addConvection(Direction.Z, at, strideZ);
        addViscosity(Direction.Z, at, strideZ);
        addDifferences(factorsZ, k, at, strideZ);
    }

    private void addConvection(Direction direction, int start, int stride) {
        double[] u = grid.u;
        double[] specific = grid.specific;
        double[] v = grid.v;
        double factor = convection;
        int normal = direction.normal();
        int first = direction.first();
        int second = direction.second();
        for (int i = 0; i < count; i++) {
            int at = start + i * COMPONENTS;
            int low = at - stride;
            int high = at + stride;
            double lowSpeed = specific[low + normal];
            double highSpeed = specific[high + normal];
            double lowPressure = pressure(u, specific, low);
            double highPressure = pressure(u, specific, high);
            v[at] -= factor * (u[high + normal] - u[low + normal]);
            v[at + normal] -=
                    factor
                            * (u[high + normal] * highSpeed
                                    + highPressure
                                    - (u[low + normal] * lowSpeed + lowPressure));
            v[at + first] -= factor * (u[high + first] * highSpeed - u[low + first] * lowSpeed);
            v[at + second] -= factor * (u[high + second] * highSpeed - u[low + second] * lowSpeed);
            v[at + ENERGY] -=
                    factor
                            * ((u[high + ENERGY] + highPressure) * highSpeed
                                    - (u[low + ENERGY] + lowPressure) * lowSpeed);
        }
    }

    private static double pressure(double[] u, double[] specific, int at) {
        double work =
                u[at + 1] * specific[at + 1]
                        + u[at + 2] * specific[at + 2]
                        + u[at + 3] * specific[at + 3];
        return C2 * (u[at + ENERGY] - 0.5 * work);
    }

    private void addViscosity(Direction direction, int start, int stride) {
        double[] specific = grid.specific;
        double[] v = grid.v;
        double factor = viscosity;
        int normal = direction.normal();
        int first = direction.first();
        int second = direction.second();
        for (int i = 0; i < count; i++) {
            int at = start + i * COMPONENTS;
            int low = at - stride;
            int high = at + stride;
            double n0 = specific[low + normal];
            double n1 = specific[at + normal];
            double n2 = specific[high + normal];
            double f0 = specific[low + first];
            double f1 = specific[at + first];
            double f2 = specific[high + first];
            double s0 = specific[low + second];
            double s1 = specific[at + second];
            double s2 = specific[high + second];
            v[at + normal] += factor * R43 * (n0 - 2 * n1 + n2);
            v[at + first] += factor * (f0 - 2 * f1 + f2);
            v[at + second] += factor * (s0 - 2 * s1 + s2);
            double normals = n0 * n0 - 2 * n1 * n1 + n2 * n2;
            double across = f0 * f0 - 2 * f1 * f1 + f2 * f2 + (s0 * s0 - 2 * s1 * s1 + s2 * s2);
            double energies =
                    specific[low + ENERGY] - 2 * specific[at + ENERGY] + specific[high + ENERGY];
            v[at + ENERGY] +=
                    factor
                            * (0.5 * (1 - C15) * (normals + across)
                                    + (1 / 6.0) * normals
                                    + C15 * energies);
        }
    }

    /** Artificial viscosity along y or z, with the same factors for all points of a line. */
    private void addDifferences(double[] factors, int position, int start, int stride) {
        double[] u = grid.u;
        double[] v = grid.v;
        double factor0 = factors[position * FACTORS];
        double factor1 = factors[position * FACTORS + 1];
        double factor2 = factors[position * FACTORS + 2];
        double factor3 = factors[position * FACTORS + 3];
        double factor4 = factors[position * FACTORS + 4];
        for (int at = start; at < start + count * COMPONENTS; at++) {
            v[at] +=
                    factor0 * u[at - 2 * stride]
                            + factor1 * u[at - stride]
                            + factor2 * u[at]
                            + factor3 * u[at + stride]
                            + factor4 * u[at + 2 * stride];
        }
    }

    private void addDifferencesX(int start) {
        double[] u = grid.u;
        double[] v = grid.v;
        double[] factors = factorsX;
        for (int i = 0; i < count; i++) {
            int position = (grid.fromX + i) * FACTORS;
            double factor0 = factors[position];
            double factor1 = factors[position + 1];
            double factor2 = factors[position + 2];
            double factor3 = factors[position + 3];
            double factor4 = factors[position + 4];
            for (int m = 0; m < COMPONENTS; m++) {
                int at = start + i * COMPONENTS + m;
                v[at] +=
                        factor0 * u[at - 2 * COMPONENTS]
                                + factor1 * u[at - COMPONENTS]
                                + factor2 * u[at]
                                + factor3 * u[at + COMPONENTS]
                                + factor4 * u[at + 2 * COMPONENTS];
            }
        }
    }
}
