package applications.nas;

import applications.nas.SsorGrid.Direction;

import mpi.MPIException;

import java.util.Arrays;

/**
 * The two sweeps of an iteration of NAS LU: they solve with the lower and the upper block triangle
 * of the implicit equations, plane by plane, so that ranks work on planes in turn as in a pipeline.
 * Products with the 5 x 5 blocks are computed as derivatives of the fluxes, without storing the
 * blocks, and with none of their zeros; the blocks on the diagonal are lower triangles.
 */
final class SsorSweep {
    private static final int COMPONENTS = SsorGrid.COMPONENTS;
    private static final int ENERGY = SsorGrid.ENERGY;
    private static final double C1 = SsorGrid.C1;
    private static final double C2 = SsorGrid.C2;
    private static final double C34 = SsorGrid.C34;
    private static final double C1345 = SsorGrid.C1345;
    private static final double R43 = SsorGrid.R43;

    /** The factor of over-relaxation. */
    static final double OMEGA = 1.2;

    /** Viscosity in all three directions, of which one is along the momentum. */
    private static final double ALL_C34 = (R43 + 2) * C34;

    private static final double ALL_C1345 = 3 * C1345;

    private final SsorGrid grid;
    private final SsorExchange exchange;
    private final double timeStep;

    /** The factor of convection in the products. */
    private final double convection;

    /** The factor of viscosity in the products, of opposite sign in both sweeps. */
    private double viscosity;

    /** The factor of viscosity in the diagonal, and the diagonal without viscosity. */
    private final double diagonalViscosity;

    private final double diagonal;

    /** The right-hand side of a line along x. */
    private final double[] right;

    SsorSweep(SsorGrid grid, SsorExchange exchange, double timeStep) {
        this.grid = grid;
        this.exchange = exchange;
        this.timeStep = timeStep;
        right = new double[(grid.toX - grid.fromX) * COMPONENTS];
        convection = OMEGA * timeStep / (2 * grid.step);
        diagonalViscosity = 2 * timeStep / (grid.step * grid.step);
        double damping = Direction.X.damping() + Direction.Y.damping() + Direction.Z.damping();
        diagonal = 1 + diagonalViscosity * damping;
    }

    /** Replaces the residual by the solution with the lower triangle. Collective. */
    void sweepLower() throws MPIException {
        viscosity = OMEGA * timeStep / (grid.step * grid.step);
        for (int k = 1; k < grid.n - 1; k++) {
            exchange.receiveLines(k, true);
            for (int j = grid.fromY; j < grid.toY; j++) {
                solveLowerLine(grid.at(k, j, grid.fromX));
            }
            exchange.sendLines(k, true);
        }
    }

    /** Solves with the upper triangle. Collective. */
    void sweepUpper() throws MPIException {
        viscosity = -OMEGA * timeStep / (grid.step * grid.step);
        for (int k = grid.n - 2; k > 0; k--) {
            exchange.receiveLines(k, false);
            for (int j = grid.toY - 1; j >= grid.fromY; j--) {
                solveUpperLine(grid.at(k, j, grid.fromX));
            }
            exchange.sendLines(k, false);
        }
    }

    private void solveLowerLine(int start) {
        double[] v = grid.v;
        for (int i = 0; i < right.length; i++) {
            right[i] = timeStep * v[start + i];
        }
        addProductsAcross(start - grid.strideZ, start - grid.strideY);
        for (int i = 0; i < right.length; i += COMPONENTS) {
            int at = start + i;
            addProduct(Direction.X, at - COMPONENTS, i);
            solveDiagonal(at, i);
            v[at] = right[i];
            v[at + 1] = right[i + 1];
            v[at + 2] = right[i + 2];
            v[at + 3] = right[i + 3];
            v[at + ENERGY] = right[i + ENERGY];
        }
    }

    private void solveUpperLine(int start) {
        double[] v = grid.v;
        Arrays.fill(right, 0);
        addProductsAcross(start + grid.strideZ, start + grid.strideY);
        for (int i = right.length - COMPONENTS; i >= 0; i -= COMPONENTS) {
            int at = start + i;
            addProduct(Direction.X, at + COMPONENTS, i);
            solveDiagonal(at, i);
            v[at] -= right[i];
            v[at + 1] -= right[i + 1];
            v[at + 2] -= right[i + 2];
            v[at + 3] -= right[i + 3];
            v[at + ENERGY] -= right[i + ENERGY];
        }
    }

    private void addProductsAcross(int startZ, int startY) {
        for (int i = 0; i < right.length; i += COMPONENTS) {
            addProduct(Direction.Z, startZ + i, i);
        }
        for (int i = 0; i < right.length; i += COMPONENTS) {
            addProduct(Direction.Y, startY + i, i);
        }
    }

    /** Adds the product of a neighbour's block with its part of v to the right-hand side. */
    private void addProduct(Direction direction, int from, int to) {
        double[] specific = grid.specific;
        double[] v = grid.v;
        int normal = direction.normal();
        int first = direction.first();
        int second = direction.second();
        double inverse = specific[from];
        double x = specific[from + normal];
        double y = specific[from + first];
        double z = specific[from + second];
        double mass = v[from];
        double massX = v[from + normal];
        double massY = v[from + first];
        double massZ = v[from + second];
        double energy = v[from + ENERGY];
        // Derivatives of the velocities and of the energy per mass, times the density.
        double velocityX = massX - x * mass;
        double velocityY = massY - y * mass;
        double velocityZ = massZ - z * mass;
        double heat = energy - specific[from + ENERGY] * mass;
        double kinetic = 0.5 * (x * x + y * y + z * z);
        double pressure = C2 * (kinetic * mass - x * massX - y * massY - z * massZ + energy);
        double enthalpy = C1 * specific[from + ENERGY] - C2 * kinetic;
        double friction =
                (R43 * C34 - C1345) * x * velocityX
                        + (C34 - C1345) * (y * velocityY + z * velocityZ)
                        + C1345 * heat;
        double c = convection;
        double d = viscosity * direction.damping();
        double e = viscosity * inverse;
        right[to] += c * massX + d * mass;
        right[to + normal] +=
                c * (x * (massX + velocityX) + pressure) + d * massX + e * (R43 * C34) * velocityX;
        right[to + first] += c * (x * velocityY + y * massX) + d * massY + e * C34 * velocityY;
        right[to + second] += c * (x * velocityZ + z * massX) + d * massZ + e * C34 * velocityZ;
        right[to + ENERGY] +=
                c * (x * (energy + pressure) + enthalpy * velocityX) + d * energy + e * friction;
    }

    /** Solves with the block on the diagonal. */
    private void solveDiagonal(int at, int to) {
        double[] specific = grid.specific;
        double factor = diagonalViscosity * specific[at];
        double x = specific[at + 1];
        double y = specific[at + 2];
        double z = specific[at + 3];
        double mass = right[to] / diagonal;
        double inverse = 1 / (diagonal + factor * ALL_C34);
        double drag = factor * ALL_C34 * mass;
        double massX = (right[to + 1] + drag * x) * inverse;
        double massY = (right[to + 2] + drag * y) * inverse;
        double massZ = (right[to + 3] + drag * z) * inverse;
        double slowing = x * (x * mass - massX) + y * (y * mass - massY) + z * (z * mass - massZ);
        double work = (ALL_C34 - ALL_C1345) * slowing;
        double heat = ALL_C1345 * specific[at + ENERGY] * mass;
        right[to] = mass;
        right[to + 1] = massX;
        right[to + 2] = massY;
        right[to + 3] = massZ;
        right[to + ENERGY] =
                (right[to + ENERGY] + factor * (work + heat)) / (diagonal + factor * ALL_C1345);
    }
}
