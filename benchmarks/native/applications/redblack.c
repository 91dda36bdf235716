/* Successive over-relaxation of Laplace's equation on n x n points within a fixed boundary, in the
 * manner of the SOR kernel of the Java Grande Forum: in place, first all points whose coordinates
 * have an even sum (red), then the others (black). The rows are divided into blocks; after each
 * half step, neighbours exchange the rows at their border. -n and -iterations. Each point is
 * verified with the formula of the discrete solution; the value is the sum of all points. */
#include "application.h"
#include "blocks.h"
#include "laplace_solution.h"

#define RED 0
#define BLACK 1
#define UP 1
#define DOWN 2
#define OMEGA 1.25
#define TOLERANCE 1e-11

const char *const name = "redblack";
static int n, iterations;
static int width;       /* the length of a row, with the boundary */
static int first_row;   /* of the block, in the whole grid, from 1 */
static int rows;
static double *grid;
static struct laplace_solution solution;

void prepare(void) {
    n = number_option("-n", 1000);
    iterations = number_option("-iterations", 100);
    require_filled_blocks("-n", n);
    first_row = 1 + block_start(n, size, rank);
    rows = block_size(n, size, rank);
    width = n + 2;
    solution = make_solution(n, 2);
    grid = allocate(((size_t)rows + 2) * (size_t)width, sizeof *grid);
    for (int row = 0; row < rows + 2; row++) {
        for (int column = 0; column < width; column++) {
            grid[(size_t)row * (size_t)width + (size_t)column] =
                solution_2d(&solution, start_amplitudes, first_row - 1 + row, column);
        }
    }
}

/* The first column of a colour in a row of the block: 1 or 2. */
static int first_column(int row, int color) {
    return 1 + (first_row - 1 + row + 1 + color) % 2;
}

static void relax_row(double *row, int first) {
    for (int i = first; i <= n; i += 2) {
        double neighbours = row[i - width] + row[i - 1] + row[i + 1] + row[i + width];
        row[i] = OMEGA / 4 * neighbours + (1 - OMEGA) * row[i];
    }
}

static void relax(int color) {
    for (int row = 1; row <= rows; row++) {
        relax_row(grid + (size_t)row * (size_t)width, first_column(row, color));
    }
}

static void exchange(void) {
    int above = rank - 1, below = rank + 1, started = 0;
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[4];
    MPI_Status statuses[4];
    if (above >= 0) {
        MPI_Irecv(grid, width, MPI_DOUBLE, above, DOWN, comm, &requests[started++]);
        MPI_Isend(grid + width, width, MPI_DOUBLE, above, UP, comm, &requests[started++]);
    }
    if (below < size) {
        double *last = grid + (size_t)rows * (size_t)width;
        MPI_Irecv(last + width, width, MPI_DOUBLE, below, UP, comm, &requests[started++]);
        MPI_Isend(last, width, MPI_DOUBLE, below, DOWN, comm, &requests[started++]);
    }
    MPI_Waitall(started, requests, statuses);
}

void compute(void) {
    for (int step = 0; step < iterations; step++) {
        relax(RED);
        exchange();
        relax(BLACK);
        exchange();
    }
}

/* Amplitudes of the modes after all steps, on red and on black points: only the points of the other
 * colour are the neighbours of a point. */
static void final_amplitudes(double amplitudes[2][MODES]) {
    for (int mode = 0; mode < MODES; mode++) {
        double red = start_amplitudes[mode], black = red;
        double coupling = OMEGA * solution.eigenvalue[mode];
        for (int step = 0; step < iterations; step++) {
            red = coupling * black + (1 - OMEGA) * red;
            black = coupling * red + (1 - OMEGA) * black;
        }
        amplitudes[RED][mode] = red;
        amplitudes[BLACK][mode] = black;
    }
}

void verify(double *value, bool *correct) {
    double amplitudes[2][MODES], sum = 0;
    int wrong = 0;
    final_amplitudes(amplitudes);
    for (int row = 1; row <= rows; row++) {
        for (int column = 1; column <= n; column++) {
            int color = (first_row - 1 + row + column) % 2;
            double exact = solution_2d(&solution, amplitudes[color], first_row - 1 + row, column);
            double relaxed = grid[(size_t)row * (size_t)width + (size_t)column];
            sum += relaxed;
            if (!(fabs(relaxed - exact) <= TOLERANCE)) wrong++;     /* NaN too */
        }
    }
    double sums[] = {sum, wrong}, totals[2];
    MPI_Allreduce(sums, totals, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    *value = totals[0];
    *correct = totals[1] == 0;
}
