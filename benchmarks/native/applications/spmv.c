/* Repeated products x' = A x with a random sparse matrix, in the manner of the kernel SparseMatmult
 * of the Java Grande benchmarks: the elements are triplets in random order and are divided evenly
 * among the ranks, so that any rank can add to any element of the result, and each iteration ends
 * with the sum of the whole vector over the ranks. The columns of A are scaled to the sum 1, so
 * that x stays of the same size. -n is the order, -nonzeros the number of triplets, at least n,
 * -iterations the number of products. */
#include "application.h"
#include <math.h>

#define SEED UINT64_C(141421357)
#define NUMBERS_PER_TRIPLET 3
#define TOLERANCE 1e-11

const char *const name = "spmv";
static int n, iterations;
static int *rows, *columns, triplets;   /* of this rank */
static double *values, *x, *part;

/* The first n triplets of the matrix have one in each column, so that no column is empty. */
static void make_triplets(int first, int count) {
    triplets = count;
    rows = allocate((size_t)count, sizeof *rows);
    columns = allocate((size_t)count, sizeof *columns);
    values = allocate((size_t)count, sizeof *values);
    uint64_t random = nas_skip(SEED, NAS_A, NUMBERS_PER_TRIPLET * (uint64_t)first);
    for (int i = 0; i < count; i++) {
        rows[i] = (int)(nas_next(&random) * n);
        int column = (int)(nas_next(&random) * n);
        columns[i] = first + i < n ? first + i : column;
        values[i] = nas_next(&random);
    }
}

void prepare(void) {
    n = number_option("-n", 50000);
    int nonzeros = number_option("-nonzeros", 5 * n);
    iterations = number_option("-iterations", 200);
    if (nonzeros < n) {
        fprintf(stderr, "spmv: -nonzeros %d is less than -n %d\n", nonzeros, n);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    x = allocate((size_t)n, sizeof *x);
    part = allocate((size_t)n, sizeof *part);
    int first = (int)((int64_t)nonzeros * rank / size);
    int end = (int)((int64_t)nonzeros * (rank + 1) / size);
    make_triplets(first, end - first);
    for (int i = 0; i < triplets; i++) part[columns[i]] += values[i];
    MPI_Allreduce(part, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < triplets; i++) values[i] /= x[columns[i]];
    for (int i = 0; i < n; i++) x[i] = 1;
}

/* This rank's part of the product with the matrix or, rows for columns, its transpose. */
static void multiply(const int *restrict to, const int *restrict from,
                     const double *restrict vector, double *restrict product) {
    const double *restrict factors = values;
    const int count = triplets;
    memset(product, 0, (size_t)n * sizeof *product);
    for (int i = 0; i < count; i++) product[to[i]] += vector[from[i]] * factors[i];
}

void compute(void) {
    for (int iteration = 0; iteration < iterations; iteration++) {
        multiply(rows, columns, x, part);
        MPI_Allreduce(part, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
}

static bool is_near(double value, double expected) {
    return fabs(value - expected) <= TOLERANCE * fabs(expected);
}

/* Compares w (A ... (A x)) with ((w A) ... A) x, computed with the transposed matrix, for a random
 * vector w, and the sum of x with n, since the sum of each column is 1. The value is the first
 * product, scaled by 1 / n. */
void verify(double *value, bool *correct) {
    double *weights = allocate((size_t)n, sizeof *weights);
    double product = 0, sum = 0, expected = 0;
    uint64_t random = SEED + 2;
    for (int i = 0; i < n; i++) weights[i] = nas_next(&random);
    for (int i = 0; i < n; i++) {
        product += weights[i] * x[i];
        sum += x[i];
    }
    for (int iteration = 0; iteration < iterations; iteration++) {
        multiply(columns, rows, weights, part);
        MPI_Allreduce(part, weights, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    for (int i = 0; i < n; i++) expected += weights[i];
    free(weights);
    *value = product / n;
    *correct = is_near(product, expected) && is_near(sum, n);
}
