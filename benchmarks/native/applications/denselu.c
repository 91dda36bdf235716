/* The factorisation P A = L U of a dense random matrix by Gaussian elimination with partial
 * pivoting. The columns are dealt to the ranks in turn; for each column its owner finds the pivot
 * and broadcasts the multipliers, with which each rank updates its columns on the right. -n is the
 * order of the matrix. */
#include "application.h"
#include <float.h>
#include <math.h>

#define SEED UINT64_C(161803399)
#define LIMIT 1     /* the largest error, in units of the rounding error of a column */

const char *const name = "denselu";
static int n, locals;
static double **columns;        /* rank, rank + size and so on; in the end U and L */
static double *multipliers;     /* of the current column at their rows, then the row of the pivot */
static int *pivots;             /* the row that was exchanged with each row in turn */

/* This rank's first column on the right of a column. */
static int first_after(int column) { return (column + size - rank) / size; }

static void random_column(int column, double *values) {
    uint64_t x = nas_skip(SEED, NAS_A, (uint64_t)column * (uint64_t)n);
    for (int i = 0; i < n; i++) values[i] = nas_next(&x) - 0.5;
}

void prepare(void) {
    n = number_option("-n", 1000);
    locals = first_after(n - 1);
    columns = allocate((size_t)locals, sizeof *columns);
    for (int local = 0; local < locals; local++) {
        columns[local] = allocate((size_t)n, sizeof *columns[local]);
        random_column(rank + local * size, columns[local]);
    }
    multipliers = allocate((size_t)n + 1, sizeof *multipliers);
    pivots = allocate((size_t)n, sizeof *pivots);
}

static void find_multipliers(int k, double *column) {
    int pivot = k;
    double largest = fabs(column[k]);
    for (int i = k + 1; i < n; i++) {
        double value = fabs(column[i]);
        if (value > largest) {
            largest = value;
            pivot = i;
        }
    }
    double diagonal = column[pivot];
    column[pivot] = column[k];
    column[k] = diagonal;
    double reciprocal = 1 / diagonal;
    for (int i = k + 1; i < n; i++) column[i] *= reciprocal;
    memcpy(multipliers + k + 1, column + k + 1, (size_t)(n - k - 1) * sizeof *column);
    multipliers[n] = pivot;
}

/* In all columns but one, where it is done already. */
static void exchange_rows(int row, int other, int except) {
    if (row == other) return;
    for (int local = 0; local < locals; local++) {
        if (local != except) {
            double *column = columns[local], value = column[row];
            column[row] = column[other];
            column[other] = value;
        }
    }
}

static void subtract(double *restrict column, double factor, const double *restrict by, int from,
                     int to) {
    for (int i = from; i < to; i++) column[i] -= factor * by[i];
}

void compute(void) {
    for (int k = 0; k < n; k++) {
        int owner = k % size;
        if (owner == rank) find_multipliers(k, columns[k / size]);
        MPI_Bcast(multipliers + k + 1, n - k, MPI_DOUBLE, owner, MPI_COMM_WORLD);
        int pivot = (int)multipliers[n];
        pivots[k] = pivot;
        exchange_rows(k, pivot, owner == rank ? k / size : -1);
        for (int local = first_after(k); local < locals; local++) {
            subtract(columns[local], columns[local][k], multipliers, k + 1, n);
        }
    }
}

static double *sum(double *values) {
    MPI_Allreduce(MPI_IN_PLACE, values, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return values;
}

static double max(const double *values) {
    double result = 0;
    for (int i = 0; i < n; i++) result = fmax(result, fabs(values[i]));
    return result;
}

static double *permuted(double *values) {
    for (int k = 0; k < n; k++) {
        double value = values[k];
        values[k] = values[pivots[k]];
        values[pivots[k]] = value;
    }
    return values;
}

static double *times_lower(const double *vector) {
    double *part = allocate((size_t)n, sizeof *part);
    for (int local = 0; local < locals; local++) {
        int j = rank + local * size;
        part[j] += vector[j];
        for (int i = j + 1; i < n; i++) part[i] += columns[local][i] * vector[j];
    }
    return sum(part);
}

static double largest_multiplier(void) {
    double largest = 0, result;
    for (int local = 0; local < locals; local++) {
        for (int i = rank + local * size + 1; i < n; i++) {
            largest = fmax(largest, fabs(columns[local][i]));
        }
    }
    MPI_Allreduce(&largest, &result, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return result;
}

/* Compares P (A x), with A made again, with L (U x) for a random vector x; checks also that no
 * multiplier exceeds 1. The value is the sum of the absolute pivots. */
void verify(double *value, bool *correct) {
    size_t count = (size_t)n;
    double *vector = allocate(count, sizeof *vector), *column = allocate(count, sizeof *column);
    double *original = allocate(count, sizeof *vector), *norms = allocate(count, sizeof *norms);
    double *upper = allocate(count, sizeof *upper), *diagonal = allocate(count, sizeof *diagonal);
    random_column(n, vector);
    for (int local = 0; local < locals; local++) {
        int j = rank + local * size;
        random_column(j, column);
        for (int i = 0; i < n; i++) {
            original[i] += column[i] * vector[j];
            norms[i] += fabs(column[i]);
        }
        for (int i = 0; i <= j; i++) upper[i] += columns[local][i] * vector[j];
        diagonal[j] = fabs(columns[local][j]);
    }
    const double *expected = permuted(sum(original));
    double *actual = times_lower(sum(upper));
    double unit = n * DBL_EPSILON * max(sum(norms)) * max(vector);
    bool is_near = true;
    for (int i = 0; i < n; i++) {
        is_near &= fabs(actual[i] - expected[i]) <= LIMIT * unit;   /* false for NaN */
    }
    sum(diagonal);
    *value = 0;
    for (int i = 0; i < n; i++) *value += diagonal[i];
    /* 1 is exceeded by the rounding error of the reciprocal */
    *correct = is_near & (largest_multiplier() <= 1 + 1e-15);
    free(vector);
    free(column);
    free(original);
    free(norms);
    free(upper);
    free(diagonal);
    free(actual);
}
