/* Jacobi relaxation of Laplace's equation on n^3 points within a fixed boundary: a point becomes
 * the mean of itself and its six neighbours. The cube is divided along all three axes; each step
 * packs the faces of a block into arrays and exchanges them with up to six neighbours by
 * non-blocking transfers. -n and -iterations. Each point is verified with the formula of the
 * discrete solution; the value is the sum of the squares of all points. */
#include "application.h"
#include "blocks.h"
#include "laplace_solution.h"
#include <limits.h>
#include <stddef.h>

#define AXES 3
#define FACES (2 * AXES)
#define NONE (-1)
#define TOLERANCE 1e-11

const char *const name = "jacobi3d";
static int n, iterations;
static int first[AXES];         /* point of the block in the whole cube, from 1 */
static int length[AXES];        /* points of the block, without halo */
static ptrdiff_t stride[AXES];  /* the distance in the array between neighbours */
static double *from, *into;
static struct laplace_solution solution;
static int neighbours[FACES];   /* the ranks at the low and the high face of each axis */
static int face_points[FACES];
static double *sent[FACES], *received[FACES];
static double total_square;

/* The three factors of a number of ranks with the smallest sum, the largest one first. */
static void set_factors(int *factors) {
    int best = INT_MAX;
    for (int small = 1; small * small * small <= size; small++) {
        for (int middle = small; small * middle * middle <= size; middle++) {
            int large = size / (small * middle), sum = small + middle + large;
            if (small * middle * large == size && large <= n && sum < best) {
                factors[0] = large;
                factors[1] = middle;
                factors[2] = small;
                best = sum;
            }
        }
    }
    if (best == INT_MAX) {
        char message[120];
        snprintf(message, sizeof message,
                 "-n %d takes numbers of ranks with three factors of at most %d, not %d", n, n,
                 size);
        stop(message);
    }
}

/* Divides the cube; returns the points of the block with its halo. */
static size_t divide(void) {
    int ranks[AXES] = {0}, rest = rank, rank_distance = 1;
    ptrdiff_t point_distance = 1;
    set_factors(ranks);
    for (int axis = AXES - 1; axis >= 0; axis--) {
        int place = rest % ranks[axis];
        neighbours[2 * axis] = place > 0 ? rank - rank_distance : NONE;
        neighbours[2 * axis + 1] = place + 1 < ranks[axis] ? rank + rank_distance : NONE;
        rest /= ranks[axis];
        rank_distance *= ranks[axis];
        first[axis] = 1 + block_start(n, ranks[axis], place);
        length[axis] = block_size(n, ranks[axis], place);
        stride[axis] = point_distance;
        point_distance *= length[axis] + 2;
    }
    return (size_t)point_distance;
}

/* The value at a point of the block, with these amplitudes of the modes. */
static double exact(const double *amplitudes, int i, int j, int k) {
    return solution_3d(&solution, amplitudes, first[0] - 1 + i, first[1] - 1 + j,
                       first[2] - 1 + k);
}

void prepare(void) {
    n = number_option("-n", 100);
    iterations = number_option("-iterations", 100);
    size_t points = divide();
    for (int face = 0; face < FACES; face++) {
        int axis = face / 2;
        face_points[face] = length[(axis + 1) % AXES] * length[(axis + 2) % AXES];
        sent[face] = allocate((size_t)face_points[face], sizeof **sent);
        received[face] = allocate((size_t)face_points[face], sizeof **received);
    }
    solution = make_solution(n, AXES);
    from = allocate(points, sizeof *from);
    into = allocate(points, sizeof *into);
    for (int i = 0; i < length[0] + 2; i++) {
        for (int j = 0; j < length[1] + 2; j++) {
            double *row = from + i * stride[0] + j * stride[1];
            for (int k = 0; k < length[2] + 2; k++) row[k] = exact(start_amplitudes, i, j, k);
        }
    }
    memcpy(into, from, points * sizeof *from);
}

static bool is_high(int face) { return face % 2 == 1; }

static void pack(int face) {
    int axis = face / 2, outer = axis == 0 ? 1 : 0, inner = axis == 2 ? 1 : 2;
    ptrdiff_t step = stride[inner];
    const double *start = from + (is_high(face) ? length[axis] : 1) * stride[axis] + step;
    double *packed = sent[face];
    for (int i = 0; i < length[outer]; i++) {
        start += stride[outer];
        for (int k = 0; k < length[inner]; k++) *packed++ = start[k * step];
    }
}

static void unpack(int face) {
    int axis = face / 2, outer = axis == 0 ? 1 : 0, inner = axis == 2 ? 1 : 2;
    ptrdiff_t step = stride[inner];
    double *start = from + (is_high(face) ? length[axis] + 1 : 0) * stride[axis] + step;
    const double *packed = received[face];
    for (int i = 0; i < length[outer]; i++) {
        start += stride[outer];
        for (int k = 0; k < length[inner]; k++) start[k * step] = *packed++;
    }
}

static void exchange(void) {
    MPI_Request requests[2 * FACES];
    MPI_Status statuses[2 * FACES];
    MPI_Comm comm = MPI_COMM_WORLD;
    int started = 0;
    for (int face = 0; face < FACES; face++) {
        if (neighbours[face] == NONE) continue;
        /* The neighbour's tag is its own face, the opposite one. */
        MPI_Irecv(received[face], face_points[face], MPI_DOUBLE, neighbours[face], face ^ 1, comm,
                  &requests[started++]);
    }
    for (int face = 0; face < FACES; face++) {
        if (neighbours[face] == NONE) continue;
        pack(face);
        MPI_Isend(sent[face], face_points[face], MPI_DOUBLE, neighbours[face], face, comm,
                  &requests[started++]);
    }
    MPI_Waitall(started, requests, statuses);
    for (int face = 0; face < FACES; face++) if (neighbours[face] != NONE) unpack(face);
}

static void relax_row(const double *restrict grid, double *restrict result) {
    ptrdiff_t plane = stride[0], row = stride[1];
    for (int i = 0; i < length[2]; i++) {
        double sum = grid[i - plane] + grid[i - row] + grid[i - 1] + grid[i + 1] + grid[i + row]
                   + grid[i + plane];
        result[i] = 1.0 / 7 * (grid[i] + sum);
    }
}

static double sum_of_squares(void) {
    double sum = 0;
    for (int i = 1; i <= length[0]; i++) {
        for (int j = 1; j <= length[1]; j++) {
            const double *row = from + i * stride[0] + j * stride[1] + 1;
            for (int k = 0; k < length[2]; k++) sum += row[k] * row[k];
        }
    }
    return sum;
}

void compute(void) {
    for (int step = 0; step < iterations; step++) {
        exchange();
        for (int i = 1; i <= length[0]; i++) {
            for (int j = 1; j <= length[1]; j++) {
                ptrdiff_t start = i * stride[0] + j * stride[1] + 1;
                relax_row(from + start, into + start);
            }
        }
        double *relaxed = into;
        into = from;
        from = relaxed;
    }
    double square = sum_of_squares();
    MPI_Allreduce(&square, &total_square, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void verify(double *value, bool *correct) {
    double amplitudes[MODES];
    int wrong = 0, total_wrong;
    for (int mode = 0; mode < MODES; mode++) {
        double factor = (1 + 6 * solution.eigenvalue[mode]) / 7;
        amplitudes[mode] = start_amplitudes[mode] * pow(factor, iterations);
    }
    for (int i = 1; i <= length[0]; i++) {
        for (int j = 1; j <= length[1]; j++) {
            const double *row = from + i * stride[0] + j * stride[1];
            for (int k = 1; k <= length[2]; k++) {
                double error = fabs(row[k] - exact(amplitudes, i, j, k));
                if (!(error <= TOLERANCE)) wrong++;     /* NaN too */
            }
        }
    }
    MPI_Allreduce(&wrong, &total_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    *value = total_square;
    *correct = total_wrong == 0;
}
