/* Molecular dynamics of a Lennard-Jones fluid in a periodic box, in the manner of the MolDyn
 * program of the Java Grande Forum: all pairs are examined, forces act up to a cutoff distance. All
 * ranks have all particles; the first particles of the pairs are dealt out to the ranks in turn, as
 * the numbers of their pairs differ, and each step reduces the forces and the potential energy to
 * all ranks. -particles and -steps. Verified: the momentum remains zero, and the total energy,
 * which is the value, is that of the start, by another sum of the potential. */
#include "application.h"
#include "blocks.h"
#include "splitmix64.h"
#include <math.h>

#define AXES 3

/* In units of the potential's distance, energy and mass. */
#define DENSITY 0.83134
#define TEMPERATURE 0.722
#define CUTOFF 2.5
#define TIME_STEP 0.002

/* In a smaller box, forces would not reach as far as the minimum of the potential. */
#define MIN_PARTICLES 32

/* Random displacements from the lattice: without them there are no forces at the start. */
#define DISPLACEMENT 0.1

/* For each particle; the error of the steps is some 5e-5. */
#define ENERGY_TOLERANCE 5e-4
#define POTENTIAL_TOLERANCE 1e-10
#define MOMENTUM_TOLERANCE 1e-9

const char *const name = "moldyn";
static int particles, steps;
static int length;                  /* coordinates of all particles */
static double edge;                 /* of the box */
static double cutoff_square;
static double shift;                /* the potential at the cutoff: subtracted, it is continuous */
static double *positions;           /* by axis and particle, as are velocities and forces */
static double *velocities;
static double *forces;              /* of this rank's pairs, and their potential energy */
static double *total_forces;
static double energy_at_start;

/* On a face-centred cubic lattice with at least as many sites. */
static void place_particles(void) {
    static const double sites[4][AXES] = {
        {0.25, 0.25, 0.25}, {0.25, 0.75, 0.75}, {0.75, 0.25, 0.75}, {0.75, 0.75, 0.25}
    };
    int cells = 1;
    while (4.0 * cells * cells * cells < particles) cells++;
    edge = cbrt(4.0 * cells * cells * cells / DENSITY);
    double cell = edge / cells;
    for (int i = 0; i < particles; i++) {
        const int place[AXES] = {i / 4 / cells / cells, i / 4 / cells % cells, i / 4 % cells};
        for (int axis = 0; axis < AXES; axis++) {
            double random = splitmix64_uniform(6 * (int64_t)i + axis) - 0.5;
            positions[axis * particles + i] =
                (place[axis] + sites[i % 4][axis]) * cell + DISPLACEMENT * random;
        }
    }
}

static double kinetic_energy(void) {
    double sum = 0;
    for (int i = 0; i < length; i++) sum += velocities[i] * velocities[i];
    return sum / 2;
}

/* Random ones with this temperature and no momentum. */
static void set_velocities(void) {
    for (int axis = 0; axis < AXES; axis++) {
        double *velocity = velocities + axis * particles, sum = 0;
        for (int i = 0; i < particles; i++) {
            double random = splitmix64_uniform(6 * (int64_t)i + 3 + axis) - 0.5;
            velocity[i] = random;
            sum += random;
        }
        for (int i = 0; i < particles; i++) velocity[i] -= sum / particles;
    }
    double scale = sqrt(1.5 * particles * TEMPERATURE / kinetic_energy());
    for (int i = 0; i < length; i++) velocities[i] *= scale;
}

static double potential(double square) {
    double sixth = 1 / (square * square * square);
    return 4 * sixth * (sixth - 1) - shift;
}

/* The potential of both orders of all pairs, with particles in blocks. Collective. */
static double potential_energy(void) {
    double sum = 0, total;
    int end = block_start(particles, size, rank + 1);
    for (int i = block_start(particles, size, rank); i < end; i++) {
        for (int j = 0; j < particles; j++) {
            double square = 0;
            for (int axis = 0; axis < AXES; axis++) {
                const double *position = positions + axis * particles;
                double distance = position[i] - position[j];
                distance -= edge * rint(distance / edge);
                square += distance * distance;
            }
            if (i != j && square < cutoff_square) sum += potential(square) / 2;
        }
    }
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return total;
}

void prepare(void) {
    particles = number_option("-particles", 2048);
    steps = number_option("-steps", 50);
    if (particles < MIN_PARTICLES) stop("-particles is at least 32");
    length = AXES * particles;
    positions = allocate((size_t)length, sizeof *positions);
    velocities = allocate((size_t)length, sizeof *velocities);
    forces = allocate((size_t)length + 1, sizeof *forces);
    total_forces = allocate((size_t)length + 1, sizeof *total_forces);
    place_particles();
    set_velocities();
    double cutoff = fmin(CUTOFF, edge / 2);
    cutoff_square = cutoff * cutoff;
    shift = 0;
    shift = potential(cutoff_square);
    energy_at_start = kinetic_energy() + potential_energy();
}

/* The distance along an axis to the nearest image. */
static inline double nearest(double distance, double half, double whole) {
    if (distance > half) return distance - whole;
    return distance < -half ? distance + whole : distance;
}

/* Adds the forces between a particle and the following ones; returns their potential. */
static double add_forces(int i) {
    const double *restrict x = positions, *restrict y = x + particles, *restrict z = y + particles;
    double *restrict fx = forces, *restrict fy = fx + particles, *restrict fz = fy + particles;
    double whole = edge, half = whole / 2, limit = cutoff_square;
    double force_x = 0, force_y = 0, force_z = 0, energy = 0;
    for (int j = i + 1; j < particles; j++) {
        double dx = nearest(x[i] - x[j], half, whole);
        double dy = nearest(y[i] - y[j], half, whole);
        double dz = nearest(z[i] - z[j], half, whole);
        double square = dx * dx + dy * dy + dz * dz;
        if (square < limit) {
            double inverse = 1 / square, sixth = inverse * inverse * inverse;
            double factor = 48 * inverse * sixth * (sixth - 0.5);
            energy += 4 * sixth * (sixth - 1) - shift;
            force_x += factor * dx;
            force_y += factor * dy;
            force_z += factor * dz;
            fx[j] -= factor * dx;
            fy[j] -= factor * dy;
            fz[j] -= factor * dz;
        }
    }
    fx[i] += force_x;
    fy[i] += force_y;
    fz[i] += force_z;
    return energy;
}

static void compute_forces(void) {
    memset(forces, 0, ((size_t)length + 1) * sizeof *forces);
    for (int i = rank; i < particles; i += size) forces[length] += add_forces(i);
    MPI_Allreduce(forces, total_forces, length + 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void advance(double *restrict values, const double *restrict rates, double time) {
    for (int i = 0; i < length; i++) values[i] += time * rates[i];
}

/* Moves the particles that have left the box to the other side. */
static void wrap(void) {
    for (int i = 0; i < length; i++) {
        if (positions[i] < 0) {
            positions[i] += edge;
        } else if (positions[i] >= edge) {
            positions[i] -= edge;
        }
    }
}

void compute(void) {
    compute_forces();
    for (int step = 0; step < steps; step++) {
        advance(velocities, total_forces, TIME_STEP / 2);
        advance(positions, velocities, TIME_STEP);
        wrap();
        compute_forces();
        advance(velocities, total_forces, TIME_STEP / 2);
    }
}

void verify(double *value, bool *correct) {
    double kinetic = kinetic_energy(), sum = potential_energy(), reduced = total_forces[length];
    *value = kinetic + reduced;
    *correct = fabs(reduced - sum) <= POTENTIAL_TOLERANCE * particles
            && fabs(kinetic + sum - energy_at_start) <= ENERGY_TOLERANCE * particles;
    for (int axis = 0; axis < AXES; axis++) {
        double momentum = 0;
        for (int i = 0; i < particles; i++) momentum += velocities[axis * particles + i];
        *correct &= fabs(momentum) <= MOMENTUM_TOLERANCE;
    }
}
