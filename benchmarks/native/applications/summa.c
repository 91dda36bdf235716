/* The product C = A B of dense square matrices by SUMMA (van de Geijn and Watts, 1997). The ranks
 * form a grid, as square as their number permits, and each has one block of every matrix. For each
 * panel of columns of A and rows of B, the owners broadcast their parts along the rows and columns
 * of the grid, and each rank adds the product of both parts to its block of C. -n is the order of
 * the matrices, -panel the width of a panel. */
#include "application.h"
#include <math.h>

#define SEED UINT64_C(314159265)
#define TOLERANCE 1e-11
#define STEPS 4     /* of the product that are added to an element at once */
#define TILE 256    /* columns of C that are worked on at once: their part of a panel of B stays in
                       cache */

const char *const name = "summa";
static MPI_Comm grid_row, grid_column;
static int n, panel;
static int *row_starts, *column_starts;     /* where the blocks begin, and n at the end */
static int first_row, first_column, rows, columns;
static double *block_a, *block_b;
static double *block_c;     /* with an unused row if the number of rows is odd */
static double *panel_a, *panel_b;   /* padded with zeros to a multiple of STEPS */

static int *starts(int parts) {
    int *result = allocate((size_t)parts + 1, sizeof *result);
    for (int part = 0; part <= parts; part++) result[part] = (int)((int64_t)n * part / parts);
    return result;
}

/* This rank's block of a matrix whose elements follow each other from a random number on. */
static double *random_block(uint64_t first) {
    double *block = allocate((size_t)rows * (size_t)columns, sizeof *block);
    for (int i = 0; i < rows; i++) {
        uint64_t steps = first + (uint64_t)(first_row + i) * (uint64_t)n + (uint64_t)first_column;
        uint64_t x = nas_skip(SEED, NAS_A, steps);
        for (int j = 0; j < columns; j++) block[(size_t)i * columns + j] = nas_next(&x);
    }
    return block;
}

static int round_up(int steps) { return (steps + STEPS - 1) / STEPS * STEPS; }

void prepare(void) {
    n = number_option("-n", 512);
    panel = number_option("-panel", 64);
    if (panel < 1) panel = 1;
    int grid_rows = (int)sqrt(size);
    while (size % grid_rows) grid_rows--;
    int grid_columns = size / grid_rows;
    if (n < grid_columns) {
        fprintf(stderr, "summa: -n %d is too small for a grid of ranks of %d x %d; "
                "use fewer ranks\n",
                n, grid_rows, grid_columns);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    int row = rank / grid_columns, column = rank % grid_columns;
    MPI_Comm_split(MPI_COMM_WORLD, row, column, &grid_row);
    MPI_Comm_split(MPI_COMM_WORLD, column, row, &grid_column);
    row_starts = starts(grid_rows);
    column_starts = starts(grid_columns);
    first_row = row_starts[row];
    first_column = column_starts[column];
    rows = row_starts[row + 1] - first_row;
    columns = column_starts[column + 1] - first_column;
    block_a = random_block(0);
    block_b = random_block((uint64_t)n * (uint64_t)n);
    size_t rows_in_pairs = (size_t)(rows + rows % 2), steps = (size_t)round_up(panel);
    block_c = allocate(rows_in_pairs * (size_t)columns, sizeof *block_c);
    panel_a = allocate(rows_in_pairs * steps, sizeof *panel_a);
    panel_b = allocate(steps * (size_t)columns, sizeof *panel_b);
}

static void broadcast_a(int k, int width, int owner) {
    int steps = round_up(width), my_column;
    MPI_Comm_rank(grid_row, &my_column);
    if (my_column == owner) {
        for (int i = 0; i < rows; i++) {
            double *to = panel_a + (size_t)i * steps;
            memcpy(to, block_a + (size_t)i * columns + (k - first_column), width * sizeof *to);
            memset(to + width, 0, (steps - width) * sizeof *to);
        }
    }
    MPI_Bcast(panel_a, rows * steps, MPI_DOUBLE, owner, grid_row);
}

static void broadcast_b(int k, int width, int owner) {
    int my_row;
    MPI_Comm_rank(grid_column, &my_row);
    size_t row_bytes = columns * sizeof *panel_b;
    if (my_row == owner) {
        memcpy(panel_b, block_b + (size_t)(k - first_row) * columns, width * row_bytes);
    }
    MPI_Bcast(panel_b, width * columns, MPI_DOUBLE, owner, grid_column);
    memset(panel_b + (size_t)width * columns, 0, (round_up(width) - width) * row_bytes);
}

/* Adds STEPS products to each element of a part of two rows, in ascending order of k. */
static void add_steps(double *restrict upper, double *restrict lower, const double *restrict a0,
                      const double *restrict a1, const double *restrict b, int count) {
    const double upper0 = a0[0], upper1 = a0[1], upper2 = a0[2], upper3 = a0[3];
    const double lower0 = a1[0], lower1 = a1[1], lower2 = a1[2], lower3 = a1[3];
    const double *restrict b1 = b + columns, *restrict b2 = b1 + columns;
    const double *restrict b3 = b2 + columns;
    for (int j = 0; j < count; j++) {
        double x0 = b[j], x1 = b1[j], x2 = b2[j], x3 = b3[j];
        upper[j] = upper[j] + upper0 * x0 + upper1 * x1 + upper2 * x2 + upper3 * x3;
        lower[j] = lower[j] + lower0 * x0 + lower1 * x1 + lower2 * x2 + lower3 * x3;
    }
}

static void add_tile(int steps, int from, int to) {
    for (int i = 0; i < rows; i += 2) {
        double *upper = block_c + (size_t)i * columns + from;
        const double *a = panel_a + (size_t)i * steps;
        for (int k = 0; k < steps; k += STEPS) {
            add_steps(upper, upper + columns, a + k, a + steps + k,
                      panel_b + (size_t)k * columns + from, to - from);
        }
    }
}

void compute(void) {
    int owner_a = 0, owner_b = 0, width;
    for (int k = 0; k < n; k += width) {
        while (column_starts[owner_a + 1] <= k) owner_a++;
        while (row_starts[owner_b + 1] <= k) owner_b++;
        int end_a = column_starts[owner_a + 1], end_b = row_starts[owner_b + 1];
        int end = end_a < end_b ? end_a : end_b;
        width = panel < end - k ? panel : end - k;
        int steps = round_up(width);
        broadcast_a(k, width, owner_a);
        broadcast_b(k, width, owner_b);
        for (int from = 0; from < columns; from += TILE) {
            add_tile(steps, from, from + TILE < columns ? from + TILE : columns);
        }
    }
}

/* The product of a whole matrix, of which each rank has its block, and a vector. */
static double *times(const double *block, const double *vector) {
    double *part = allocate((size_t)n, sizeof *part);
    double *product = allocate((size_t)n, sizeof *product);
    for (int i = 0; i < rows; i++) {
        const double *row = block + (size_t)i * columns;
        double sum = 0;
        for (int j = 0; j < columns; j++) sum += row[j] * vector[first_column + j];
        part[first_row + i] = sum;
    }
    MPI_Allreduce(part, product, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(part);
    return product;
}

static bool is_near(const double *values, const double *expected) {
    for (int i = 0; i < n; i++) {
        /* not > TOLERANCE, which is false for NaN */
        if (!(fabs(values[i] - expected[i]) <= TOLERANCE * fabs(expected[i]))) return false;
    }
    return true;
}

/* Compares C x with A (B x), which is not computed by the kernel, for a random vector x, and for
 * ones: their sum is the checksum. */
void verify(double *value, bool *correct) {
    double *vector = allocate((size_t)n, sizeof *vector);
    uint64_t x = nas_skip(SEED, NAS_A, 2 * (uint64_t)n * (uint64_t)n);
    *correct = true;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < n; i++) vector[i] = pass == 0 ? nas_next(&x) : 1;
        double *product = times(block_c, vector);
        double *inner = times(block_b, vector);
        double *expected = times(block_a, inner);
        *correct &= is_near(product, expected);
        *value = 0;
        for (int i = 0; i < n; i++) *value += product[i];
        free(product);
        free(inner);
        free(expected);
    }
    free(vector);
}
