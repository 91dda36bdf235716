package applications.particles;

import applications.frame.Application;
import applications.frame.Arguments;
import applications.frame.Blocks;
import applications.frame.SplitMix64;
import applications.frame.World;
import applications.frame.World.Operation;
import applications.frame.World.Transfer;

import mpi.MPIException;

import java.util.Arrays;

/**
 * Gravity between all pairs of bodies, with softened forces and leap-frog steps. The bodies are
 * divided into blocks; in each step, the positions and masses of all blocks are passed round the
 * ring of ranks, each time while the forces of the block before are computed. {@code -bodies} and
 * {@code -steps}. Verified: the momentum and the energy, which is the value, are conserved.
 */
public final class NBody implements Application {
    private static final int AXES = 3;

    /**
     * The bodies of a rank are kept in tiles, the last of which is filled up with bodies without
     * mass: a loop with a constant number of iterations is vectorised whatever the size of its
     * body, and a tile remains in the first-level cache.
     */
    private static final int TILE = 256;

    private static final double TIME_STEP = 2.5e-4;
    private static final double SOFTENING_SQUARE = 2.5e-3;

    /** Of the start: with a coherent motion, wrong forces change the energy. */
    private static final double CONTRACTION = 0.5;

    private static final double RANDOM_SPEED = 0.5;
    private static final double MOMENTUM_TOLERANCE = 1e-12;
    private static final double ENERGY_TOLERANCE = 1e-5;

    private World world;
    private int steps;
    private Blocks blocks;

    /** The bodies of this rank. */
    private int count;

    private double[] mass;

    /** Of each tile, by axis and body, as are the velocities and accelerations. */
    private double[][] positions;

    private double[][] velocities;
    private double[][] accelerations;

    /** The block that is in use and the next one: x, y, z and mass of each body. */
    private double[] visiting;

    private double[] arriving;

    /** The energy and the momentum. */
    private double[] atStart;

    @Override
    public void prepare(World world, Arguments arguments) throws MPIException {
        this.world = world;
        int bodies = arguments.number("-bodies", 4000);
        steps = arguments.number("-steps", 10);
        blocks = new Blocks(bodies, world.size());
        count = blocks.size(world.rank());
        mass = new double[count];
        int tiles = (count + TILE - 1) / TILE;
        positions = new double[tiles][AXES * TILE];
        velocities = new double[tiles][AXES * TILE];
        accelerations = new double[tiles][AXES * TILE];
        visiting = new double[4 * blocks.largest()];
        arriving = new double[4 * blocks.largest()];
        for (int i = 0; i < count; i++) {
            long random = 7L * (blocks.start(world.rank()) + i);
            mass[i] = (0.5 + SplitMix64.uniform(random)) / bodies;
            for (int axis = 0; axis < AXES; axis++) {
                double place = SplitMix64.uniform(random + 1 + axis) - 0.5;
                double speed = SplitMix64.uniform(random + 4 + axis) - 0.5;
                positions[i / TILE][axis * TILE + i % TILE] = place;
                velocities[i / TILE][axis * TILE + i % TILE] =
                        RANDOM_SPEED * speed - CONTRACTION * place;
            }
        }
        atStart = conserved();
    }

    @Override
    public void compute() throws MPIException {
        accelerate();
        for (int step = 0; step < steps; step++) {
            for (int tile = 0; tile < positions.length; tile++) {
                advance(velocities[tile], accelerations[tile], TIME_STEP / 2);
                advance(positions[tile], velocities[tile], TIME_STEP);
            }
            accelerate();
            for (int tile = 0; tile < positions.length; tile++) {
                advance(velocities[tile], accelerations[tile], TIME_STEP / 2);
            }
        }
    }

    private static void advance(double[] values, double[] rates, double time) {
        for (int i = 0; i < AXES * TILE; i++) {
            values[i] += time * rates[i];
        }
    }

    /** Computes the accelerations while the blocks go round. */
    private void accelerate() throws MPIException {
        int size = world.size();
        int right = (world.rank() + 1) % size;
        int left = (world.rank() + size - 1) % size;
        pack();
        for (double[] acceleration : accelerations) {
            Arrays.fill(acceleration, 0);
        }
        for (int stage = 1; stage < size; stage++) {
            int visitors = blocks.size((right + size - stage) % size);
            int next = blocks.size((left + size - stage + 1) % size);
            Transfer receive = world.startReceive(arriving, 0, 4 * next, left, 0);
            Transfer send = world.startSend(visiting, 0, 4 * visitors, right, 0);
            attract(visitors);
            receive.complete();
            send.complete();
            double[] arrived = arriving;
            arriving = visiting;
            visiting = arrived;
        }
        attract(blocks.size(right));
    }

    /** Makes the block of this rank the first one in use. */
    private void pack() {
        for (int i = 0; i < count; i++) {
            for (int axis = 0; axis < AXES; axis++) {
                visiting[4 * i + axis] = positions[i / TILE][axis * TILE + i % TILE];
            }
            visiting[4 * i + AXES] = mass[i];
        }
    }

    /** Adds the attraction of the block that is in use. */
    private void attract(int visitors) {
        double[] block = visiting;
        for (int tile = 0; tile < positions.length; tile++) {
            double[] position = positions[tile];
            double[] acceleration = accelerations[tile];
            for (int i = 0; i < 4 * visitors; i += 4) {
                attract(position, acceleration, block[i], block[i + 1], block[i + 2], block[i + 3]);
            }
        }
    }

    /** Adds the attraction of a body to the accelerations of a tile. */
    private static void attract(
            double[] position, double[] acceleration, double x, double y, double z, double mass) {
        for (int i = 0; i < TILE; i++) {
            double dx = x - position[i];
            double dy = y - position[i + TILE];
            double dz = z - position[i + 2 * TILE];
            double square = dx * dx + dy * dy + dz * dz + SOFTENING_SQUARE;
            double factor = mass / (square * Math.sqrt(square));
            acceleration[i] += factor * dx;
            acceleration[i + TILE] += factor * dy;
            acceleration[i + 2 * TILE] += factor * dz;
        }
    }

    /** The energy and the momentum of all bodies. */
    private double[] conserved() throws MPIException {
        double[] sums = new double[1 + AXES];
        for (int i = 0; i < count; i++) {
            for (int axis = 0; axis < AXES; axis++) {
                double speed = velocities[i / TILE][axis * TILE + i % TILE];
                sums[0] += 0.5 * mass[i] * speed * speed;
                sums[1 + axis] += mass[i] * speed;
            }
        }
        sums[0] += potentialEnergy();
        double[] totals = new double[1 + AXES];
        world.allReduce(sums, totals, totals.length, Operation.SUM);
        return totals;
    }

    /** The share of this rank: half of its pairs with all bodies. */
    private double potentialEnergy() throws MPIException {
        double[] all = allBodies();
        int first = 4 * blocks.start(world.rank());
        double energy = 0;
        for (int i = first; i < first + 4 * count; i += 4) {
            double sum = 0;
            for (int j = 0; j < all.length; j += 4) {
                double dx = all[j] - all[i];
                double dy = all[j + 1] - all[i + 1];
                double dz = all[j + 2] - all[i + 2];
                double square = dx * dx + dy * dy + dz * dz + SOFTENING_SQUARE;
                sum += i == j ? 0 : all[j + 3] / Math.sqrt(square);
            }
            energy -= 0.5 * all[i + 3] * sum;
        }
        return energy;
    }

    private double[] allBodies() throws MPIException {
        int[] counts = new int[world.size()];
        int[] offsets = new int[world.size()];
        for (int rank = 0; rank < counts.length; rank++) {
            counts[rank] = 4 * blocks.size(rank);
            offsets[rank] = 4 * blocks.start(rank);
        }
        pack();
        double[] all = new double[4 * blocks.count()];
        world.allGatherV(visiting, 4 * count, all, counts, offsets);
        return all;
    }

    @Override
    public Result verify() throws MPIException {
        double[] atEnd = conserved();
        boolean isConserved = Math.abs(atEnd[0] / atStart[0] - 1) <= ENERGY_TOLERANCE;
        for (int axis = 0; axis < AXES; axis++) {
            isConserved &= Math.abs(atEnd[1 + axis] - atStart[1 + axis]) <= MOMENTUM_TOLERANCE;
        }
        return new Result(atEnd[0], isConserved);
    }
}
