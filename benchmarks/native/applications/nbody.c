/* Gravity between all pairs of bodies, with softened forces and leap-frog steps. The bodies are
 * divided into blocks; in each step, the positions and masses of all blocks are passed round the
 * ring of ranks, each time while the forces of the block before are computed. -bodies and -steps.
 * Verified: the momentum and the energy, which is the value, are conserved. */
#include "application.h"
#include "blocks.h"
#include "splitmix64.h"
#include <math.h>

#define AXES 3

/* The bodies of a rank are kept in tiles, the last of which is filled up with bodies without mass:
 * a loop with a constant number of iterations is vectorised whatever the size of its body, and a
 * tile remains in the first-level cache. */
#define TILE 256

#define TIME_STEP 2.5e-4
#define SOFTENING_SQUARE 2.5e-3

/* Of the start: with a coherent motion, wrong forces change the energy. */
#define CONTRACTION 0.5
#define RANDOM_SPEED 0.5

#define MOMENTUM_TOLERANCE 1e-12
#define ENERGY_TOLERANCE 1e-5

const char *const name = "nbody";
static int bodies, steps;
static int count;       /* bodies of this rank */
static int tiles;
static double *mass;

/* Of each tile, by axis and body. */
static double (*positions)[AXES * TILE], (*velocities)[AXES * TILE], (*accelerations)[AXES * TILE];

/* The block that is in use and the next one: x, y, z and mass of each body. */
static double *visiting, *arriving;

static double at_start[1 + AXES];       /* the energy and the momentum */

static int block(int part) { return block_size(bodies, size, part); }

/* Makes the block of this rank the first one in use. */
static void pack(void) {
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < AXES; axis++) {
            visiting[4 * i + axis] = positions[i / TILE][axis * TILE + i % TILE];
        }
        visiting[4 * i + AXES] = mass[i];
    }
}

static double *all_bodies(void) {
    int *counts = allocate((size_t)size, sizeof *counts);
    int *offsets = allocate((size_t)size, sizeof *offsets);
    double *all = allocate(4 * (size_t)bodies, sizeof *all);
    for (int part = 0; part < size; part++) {
        counts[part] = 4 * block(part);
        offsets[part] = 4 * block_start(bodies, size, part);
    }
    pack();
    MPI_Allgatherv(visiting, 4 * count, MPI_DOUBLE, all, counts, offsets, MPI_DOUBLE,
                   MPI_COMM_WORLD);
    free(counts);
    free(offsets);
    return all;
}

/* The share of this rank: half of its pairs with all bodies. */
static double potential_energy(void) {
    double *all = all_bodies(), energy = 0;
    int first = 4 * block_start(bodies, size, rank);
    for (int i = first; i < first + 4 * count; i += 4) {
        double sum = 0;
        for (int j = 0; j < 4 * bodies; j += 4) {
            double dx = all[j] - all[i], dy = all[j + 1] - all[i + 1], dz = all[j + 2] - all[i + 2];
            double square = dx * dx + dy * dy + dz * dz + SOFTENING_SQUARE;
            sum += i == j ? 0 : all[j + 3] / sqrt(square);
        }
        energy -= 0.5 * all[i + 3] * sum;
    }
    free(all);
    return energy;
}

/* Sets the energy and the momentum of all bodies. */
static void set_conserved(double *totals) {
    double sums[1 + AXES] = {0};
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < AXES; axis++) {
            double speed = velocities[i / TILE][axis * TILE + i % TILE];
            sums[0] += 0.5 * mass[i] * speed * speed;
            sums[1 + axis] += mass[i] * speed;
        }
    }
    sums[0] += potential_energy();
    MPI_Allreduce(sums, totals, 1 + AXES, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void prepare(void) {
    bodies = number_option("-bodies", 4000);
    steps = number_option("-steps", 10);
    count = block(rank);
    tiles = (count + TILE - 1) / TILE;
    mass = allocate((size_t)count, sizeof *mass);
    positions = allocate((size_t)tiles, sizeof *positions);
    velocities = allocate((size_t)tiles, sizeof *velocities);
    accelerations = allocate((size_t)tiles, sizeof *accelerations);
    visiting = allocate(4 * (size_t)largest_block(bodies, size), sizeof *visiting);
    arriving = allocate(4 * (size_t)largest_block(bodies, size), sizeof *arriving);
    for (int i = 0; i < count; i++) {
        int64_t random = 7 * ((int64_t)block_start(bodies, size, rank) + i);
        mass[i] = (0.5 + splitmix64_uniform(random)) / bodies;
        for (int axis = 0; axis < AXES; axis++) {
            double place = splitmix64_uniform(random + 1 + axis) - 0.5;
            double speed = splitmix64_uniform(random + 4 + axis) - 0.5;
            positions[i / TILE][axis * TILE + i % TILE] = place;
            velocities[i / TILE][axis * TILE + i % TILE] =
                RANDOM_SPEED * speed - CONTRACTION * place;
        }
    }
    set_conserved(at_start);
}

static void advance(double *restrict values, const double *restrict rates, double time) {
    for (int i = 0; i < AXES * TILE; i++) values[i] += time * rates[i];
}

/* Adds the attraction of a body to the accelerations of a tile. */
static void attract(const double *restrict position, double *restrict acceleration,
                    const double *restrict body) {
    double x = body[0], y = body[1], z = body[2], body_mass = body[3];
    for (int i = 0; i < TILE; i++) {
        double dx = x - position[i], dy = y - position[i + TILE], dz = z - position[i + 2 * TILE];
        double square = dx * dx + dy * dy + dz * dz + SOFTENING_SQUARE;
        double factor = body_mass / (square * sqrt(square));
        acceleration[i] += factor * dx;
        acceleration[i + TILE] += factor * dy;
        acceleration[i + 2 * TILE] += factor * dz;
    }
}

/* Adds the attraction of the block that is in use. */
static void attract_all(int visitors) {
    for (int tile = 0; tile < tiles; tile++) {
        for (int i = 0; i < visitors; i++) {
            attract(positions[tile], accelerations[tile], visiting + 4 * (size_t)i);
        }
    }
}

/* Computes the accelerations while the blocks go round. */
static void accelerate(void) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    pack();
    memset(accelerations, 0, (size_t)tiles * sizeof *accelerations);
    for (int stage = 1; stage < size; stage++) {
        int visitors = block((right + size - stage) % size);
        int next = block((left + size - stage + 1) % size);
        MPI_Request receive, send;
        MPI_Irecv(arriving, 4 * next, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &receive);
        MPI_Isend(visiting, 4 * visitors, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &send);
        attract_all(visitors);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        double *arrived = arriving;
        arriving = visiting;
        visiting = arrived;
    }
    attract_all(block(right));
}

void compute(void) {
    accelerate();
    for (int step = 0; step < steps; step++) {
        for (int tile = 0; tile < tiles; tile++) {
            advance(velocities[tile], accelerations[tile], TIME_STEP / 2);
            advance(positions[tile], velocities[tile], TIME_STEP);
        }
        accelerate();
        for (int tile = 0; tile < tiles; tile++) {
            advance(velocities[tile], accelerations[tile], TIME_STEP / 2);
        }
    }
}

void verify(double *value, bool *correct) {
    double at_end[1 + AXES];
    set_conserved(at_end);
    *value = at_end[0];
    *correct = fabs(at_end[0] / at_start[0] - 1) <= ENERGY_TOLERANCE;
    for (int axis = 0; axis < AXES; axis++) {
        *correct &= fabs(at_end[1 + axis] - at_start[1 + axis]) <= MOMENTUM_TOLERANCE;
    }
}
