/* Jacobi relaxation of Laplace's equation with the five-point formula on n x n points within a
 * fixed boundary. The rows are divided into blocks; each step exchanges the rows at the borders of
 * a block with both neighbours by non-blocking transfers while the rows between are relaxed, and
 * every few steps the largest change of a point is reduced to all ranks. -n, -iterations, and
 * -interval between two reductions. Each point is verified with the formula of the discrete
 * solution. */
#include "application.h"
#include "blocks.h"
#include "laplace_solution.h"

#define UP 1
#define DOWN 2
#define TOLERANCE 1e-11

const char *const name = "jacobi2d";
static int n, iterations, interval;
static int width;       /* the length of a row, with the boundary */
static int first_row;   /* of the block, in the whole grid, from 1 */
static int rows;
static double *from, *into;
static struct laplace_solution solution;
static double largest_change;

void prepare(void) {
    n = number_option("-n", 1000);
    iterations = number_option("-iterations", 200);
    interval = number_option("-interval", 10);
    require_filled_blocks("-n", n);
    first_row = 1 + block_start(n, size, rank);
    rows = block_size(n, size, rank);
    width = n + 2;
    solution = make_solution(n, 2);
    size_t points = ((size_t)rows + 2) * (size_t)width;
    from = allocate(points, sizeof *from);
    into = allocate(points, sizeof *into);
    for (int row = 0; row < rows + 2; row++) {
        for (int column = 0; column < width; column++) {
            size_t point = (size_t)row * (size_t)width + (size_t)column;
            from[point] = solution_2d(&solution, start_amplitudes, first_row - 1 + row, column);
            into[point] = from[point];
        }
    }
}

/* Starts the exchange of the border rows; returns the number of transfers. */
static int start_exchange(MPI_Request *requests) {
    int above = rank - 1, below = rank + 1, started = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    if (above >= 0) {
        MPI_Irecv(from, width, MPI_DOUBLE, above, DOWN, comm, &requests[started++]);
        MPI_Isend(from + width, width, MPI_DOUBLE, above, UP, comm, &requests[started++]);
    }
    if (below < size) {
        double *last = from + (size_t)rows * (size_t)width;
        MPI_Irecv(last + width, width, MPI_DOUBLE, below, UP, comm, &requests[started++]);
        MPI_Isend(last, width, MPI_DOUBLE, below, DOWN, comm, &requests[started++]);
    }
    return started;
}

static void relax_row(const double *restrict row, double *restrict result) {
    for (int i = 0; i < n; i++) {
        result[i] = 0.25 * (row[i - width] + row[i - 1] + row[i + 1] + row[i + width]);
    }
}

static void relax(int begin, int end) {
    for (int row = begin; row < end; row++) {
        size_t start = (size_t)row * (size_t)width + 1;
        relax_row(from + start, into + start);
    }
}

static double largest_difference(const double *one, const double *other, size_t count) {
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double difference = fabs(one[i] - other[i]);
        if (difference > largest) largest = difference;
    }
    return largest;
}

void compute(void) {
    for (int step = 1; step <= iterations; step++) {
        MPI_Request requests[4];
        MPI_Status statuses[4];
        int started = start_exchange(requests);
        relax(2, rows);
        MPI_Waitall(started, requests, statuses);
        relax(1, 2);
        relax(rows > 2 ? rows : 2, rows + 1);
        if (step % interval == 0 || step == iterations) {
            double change = largest_difference(from + width, into + width,
                                               (size_t)rows * (size_t)width);
            MPI_Allreduce(&change, &largest_change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
        }
        double *relaxed = into;
        into = from;
        from = relaxed;
    }
}

void verify(double *value, bool *correct) {
    double amplitudes[MODES];
    int wrong = 0, total_wrong;
    for (int mode = 0; mode < MODES; mode++) {
        amplitudes[mode] = start_amplitudes[mode] * pow(solution.eigenvalue[mode], iterations);
    }
    for (int row = 1; row <= rows; row++) {
        for (int column = 0; column < width; column++) {
            double exact = solution_2d(&solution, amplitudes, first_row - 1 + row, column);
            double relaxed = from[(size_t)row * (size_t)width + (size_t)column];
            if (!(fabs(relaxed - exact) <= TOLERANCE)) wrong++;     /* NaN too */
        }
    }
    MPI_Allreduce(&wrong, &total_wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    *value = largest_change;
    *correct = total_wrong == 0;
}
