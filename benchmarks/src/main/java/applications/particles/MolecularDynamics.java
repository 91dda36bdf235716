package applications.particles;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.SplitMix64;
import applications.frame.World;
import applications.frame.World.Operation;

import mpi.MPIException;

import java.util.Arrays;

/**
 * Molecular dynamics of a Lennard-Jones fluid in a periodic box, in the manner of the MolDyn
 * program of the Java Grande Forum: all pairs are examined, forces act up to a cutoff distance. All
 * ranks have all particles; the first particles of the pairs are dealt out to the ranks in turn, as
 * the numbers of their pairs differ, and each step reduces the forces and the potential energy to
 * all ranks. {@code -particles} and {@code -steps}. Verified: the momentum remains zero, and the
 * total energy, which is the value, is that of the start, by another sum of the potential.
 */
public final class MolecularDynamics implements Application {
    private static final int AXES = 3;

    /** In units of the potential's distance, energy and mass. */
    private static final double DENSITY = 0.83134;

    private static final double TEMPERATURE = 0.722;
    private static final double CUTOFF = 2.5;
    private static final double TIME_STEP = 0.002;

    /** In a smaller box, forces would not reach as far as the minimum of the potential. */
    private static final int MIN_PARTICLES = 32;

    /** Random displacements from the lattice: without them there are no forces at the start. */
    private static final double DISPLACEMENT = 0.1;

    /** For each particle; the error of the steps is some 5e-5. */
    private static final double ENERGY_TOLERANCE = 5e-4;

    private static final double POTENTIAL_TOLERANCE = 1e-10;
    private static final double MOMENTUM_TOLERANCE = 1e-9;

    private World world;
    private int particles;
    private int steps;

    /** The edge of the box. */
    private double edge;

    private double cutoffSquare;

    /** The potential at the cutoff, which is subtracted to make it continuous. */
    private double shift;

    /** By axis and particle, as are velocities and forces. */
    private double[] positions;

    private double[] velocities;

    /** The forces of this rank's pairs, and their potential energy. */
    private double[] forces;

    private double[] totalForces;
    private double energyAtStart;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        particles = arguments.number("-particles", 2048);
        steps = arguments.number("-steps", 50);
        if (particles < MIN_PARTICLES) {
            throw new IllegalArgumentException("-particles is at least " + MIN_PARTICLES);
        }
        positions = new double[AXES * particles];
        velocities = new double[AXES * particles];
        forces = new double[AXES * particles + 1];
        totalForces = new double[AXES * particles + 1];
        placeParticles();
        setVelocities();
        double cutoff = Math.min(CUTOFF, edge / 2);
        cutoffSquare = cutoff * cutoff;
        shift = 0;
        shift = potential(cutoffSquare);
        energyAtStart = kineticEnergy() + potentialEnergy();
    }

    /** On a face-centred cubic lattice with at least as many sites. */
    private void placeParticles() {
        int cells = 1;
        while (4L * cells * cells * cells < particles) {
            cells++;
        }
        edge = Math.cbrt(4.0 * cells * cells * cells / DENSITY);
        double cell = edge / cells;
        double[][] sites = {
            {0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.25, 0.75}, {0.75, 0.75, 0.25}
        };
        for (int i = 0; i < particles; i++) {
            int[] place = {i / 4 / cells / cells, i / 4 / cells % cells, i / 4 % cells};
            for (int axis = 0; axis < AXES; axis++) {
                double random = SplitMix64.uniform(6L * i + axis) - 0.5;
                positions[axis * particles + i] =
                        (place[axis] + sites[i % 4][axis]) * cell + DISPLACEMENT * random;
            }
        }
    }

    /** Random ones with this temperature and no momentum. */
    private void setVelocities() {
        for (int axis = 0; axis < AXES; axis++) {
            double sum = 0;
            for (int i = 0; i < particles; i++) {
                double random = SplitMix64.uniform(6L * i + 3 + axis) - 0.5;
                velocities[axis * particles + i] = random;
                sum += random;
            }
            for (int i = 0; i < particles; i++) {
                velocities[axis * particles + i] -= sum / particles;
            }
        }
        double scale = Math.sqrt(1.5 * particles * TEMPERATURE / kineticEnergy());
        for (int i = 0; i < velocities.length; i++) {
            velocities[i] *= scale;
        }
    }

    @Override
    public void compute() throws MPIException {
        computeForces();
        for (int step = 0; step < steps; step++) {
            advance(velocities, totalForces, TIME_STEP / 2);
            advance(positions, velocities, TIME_STEP);
            wrap(positions, edge);
            computeForces();
            advance(velocities, totalForces, TIME_STEP / 2);
        }
    }

    private static void advance(double[] values, double[] rates, double time) {
        for (int i = 0; i < values.length; i++) {
            values[i] += time * rates[i];
        }
    }

    /** Moves the particles that have left the box to the other side. */
    private static void wrap(double[] positions, double edge) {
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] < 0) {
                positions[i] += edge;
            } else if (positions[i] >= edge) {
                positions[i] -= edge;
            }
        }
    }

    private void computeForces() throws MPIException {
        Arrays.fill(forces, 0);
        for (int i = world.rank(); i < particles; i += world.size()) {
            forces[AXES * particles] += addForces(i);
        }
        world.allReduce(forces, totalForces, forces.length, Operation.SUM);
    }

    /** Adds the forces between a particle and the following ones; returns their potential. */
    private double addForces(int i) {
        double[] positions = this.positions;
        double[] forces = this.forces;
        double edge = this.edge;
        double half = edge / 2;
        double limit = cutoffSquare;
        int y = particles;
        int z = 2 * particles;
        double forceX = 0;
        double forceY = 0;
        double forceZ = 0;
        double energy = 0;
        for (int j = i + 1; j < y; j++) {
            double dx = nearest(positions[i] - positions[j], half, edge);
            double dy = nearest(positions[y + i] - positions[y + j], half, edge);
            double dz = nearest(positions[z + i] - positions[z + j], half, edge);
            double square = dx * dx + dy * dy + dz * dz;
            if (square < limit) {
                double inverse = 1 / square;
                double sixth = inverse * inverse * inverse;
                double factor = 48 * inverse * sixth * (sixth - 0.5);
                energy += 4 * sixth * (sixth - 1) - shift;
                forceX += factor * dx;
                forceY += factor * dy;
                forceZ += factor * dz;
                forces[j] -= factor * dx;
                forces[y + j] -= factor * dy;
                forces[z + j] -= factor * dz;
            }
        }
        forces[i] += forceX;
        forces[y + i] += forceY;
        forces[z + i] += forceZ;
        return energy;
    }

    /** The distance along an axis to the nearest image. */
    private static double nearest(double distance, double half, double edge) {
        if (distance > half) {
            return distance - edge;
        }
        return distance < -half ? distance + edge : distance;
    }

    private double potential(double square) {
        double sixth = 1 / (square * square * square);
        return 4 * sixth * (sixth - 1) - shift;
    }

    private double kineticEnergy() {
        double sum = 0;
        for (double velocity : velocities) {
            sum += velocity * velocity;
        }
        return sum / 2;
    }

    /** The potential of both orders of all pairs, with particles in blocks. Collective. */
    private double potentialEnergy() throws MPIException {
        Blocks blocks = new Blocks(particles, world.size());
        double[] sum = new double[1];
        for (int i = blocks.start(world.rank()); i < blocks.start(world.rank() + 1); i++) {
            for (int j = 0; j < particles; j++) {
                double square = 0;
                for (int axis = 0; axis < AXES; axis++) {
                    double distance =
                            positions[axis * particles + i] - positions[axis * particles + j];
                    distance -= edge * Math.rint(distance / edge);
                    square += distance * distance;
                }
                sum[0] += i != j && square < cutoffSquare ? potential(square) / 2 : 0;
            }
        }
        double[] total = new double[1];
        world.allReduce(sum, total, 1, Operation.SUM);
        return total[0];
    }

    @Override
    public Result verify() throws MPIException {
        double kinetic = kineticEnergy();
        double potential = potentialEnergy();
        double reduced = totalForces[AXES * particles];
        boolean isCorrect =
                Math.abs(reduced - potential) <= POTENTIAL_TOLERANCE * particles
                        && Math.abs(kinetic + potential - energyAtStart)
                                <= ENERGY_TOLERANCE * particles;
        for (int axis = 0; axis < AXES; axis++) {
            double momentum = 0;
            for (int i = axis * particles; i < (axis + 1) * particles; i++) {
                momentum += velocities[i];
            }
            isCorrect &= Math.abs(momentum) <= MOMENTUM_TOLERANCE;
        }
        return new Result(kinetic + reduced, isCorrect);
    }
}
