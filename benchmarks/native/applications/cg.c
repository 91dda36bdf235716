/* CG of the NAS Parallel Benchmarks: the smallest eigenvalue of a sparse random symmetric matrix by
 * inverse power iteration, each step of which solves a system with 25 steps of the method of
 * conjugate gradients. The matrix is in blocks on a grid of ranks, with as many columns as rows or
 * twice as many; vectors are distributed over the columns of the grid. A product of matrix and
 * vector is summed along a row of the grid by pairwise exchange, then a transposed rank receives
 * it; a scalar product is summed by pairwise exchange of single numbers. -class S, W, A, B, and
 * -iterations for another number of power iterations. Verified are the residual of the last
 * solution, with the matrix as a sum of outer products, and for the usual number of iterations the
 * published eigenvalue. */
#include "nas.h"

#define STEPS 25
#define CONDITION 0.1
#define DIAGONAL_ELEMENT 0.5
#define TOLERANCE 1e-10
#define TAG 1

/* the order, random elements of a vector, iterations, shift and eigenvalue of each class */
static const struct { int order, nonzeros, iterations; double shift, zeta; } classes[] = {
    {1400, 7, 15, 10, 8.5971775078648},
    {7000, 8, 15, 12, 10.362595087124},
    {14000, 11, 15, 20, 17.130235054029},
    {75000, 13, 75, 60, 22.712745482631},
};

const char *const name = "cg";
static int class, order, iterations;

/* the grid of ranks, this rank's place in it, and its block of the matrix */
static int grid_columns, grid_row, grid_column;
static int first_row, rows, first_column, columns;

/* the part of the row block that this rank holds when the products are summed */
static int kept_offset, kept, transposed;

/* the matrix: sparse vectors, vector k beginning at k times the stride, and their weights */
static int stride, *counts, *indices;
static double *elements, *weights, diagonal;

/* its block, by rows; the elements of a row are in the order of their columns */
static int *starts, *column_of;
static double *value_of;

static double *row_sums, *received;             /* over the rows of the block */
static double *x, *previous_x, *z, *p, *q, *r;  /* over its columns */
static double scalars[2], received_scalars[2];
static double zeta;

/* Where the vector has the index, or -1. */
static int find(int vector, int index) {
    int first = vector * stride;
    for (int at = first; at < first + counts[vector]; at++) if (indices[at] == index) return at;
    return -1;
}

static void append(int vector, int index, double element) {
    int at = vector * stride + counts[vector]++;
    indices[at] = index;
    elements[at] = element;
}

static void make_vectors(int nonzeros) {
    stride = nonzeros + 1;
    counts = allocate((size_t)order, sizeof *counts);
    weights = allocate((size_t)order, sizeof *weights);
    indices = allocate((size_t)order * (size_t)stride, sizeof *indices);
    elements = allocate((size_t)order * (size_t)stride, sizeof *elements);
    uint64_t random = NAS_SEED;
    nas_next(&random);    /* the benchmark discards the first number */
    double ratio = pow(CONDITION, 1.0 / order), weight = 1;
    int range = 2;
    while (range < order) range *= 2;
    for (int vector = 0; vector < order; vector++) {
        while (counts[vector] < nonzeros) {
            double element = nas_next(&random);
            int index = (int)(range * nas_next(&random));
            if (index < order && find(vector, index) < 0) append(vector, index, element);
        }
        int at = find(vector, vector);
        if (at < 0) append(vector, vector, DIAGONAL_ELEMENT);
        else elements[at] = DIAGONAL_ELEMENT;
        weights[vector] = weight;
        weight *= ratio;
    }
}

/* out = matrix in, from the vectors: to verify what the assembled matrix gives. */
static void multiply_vectors(const double *in, double *out) {
    for (int i = 0; i < order; i++) out[i] = diagonal * in[i];
    for (int vector = 0; vector < order; vector++) {
        int first = vector * stride, end = first + counts[vector];
        double product = 0;
        for (int at = first; at < end; at++) product += elements[at] * in[indices[at]];
        product *= weights[vector];
        for (int at = first; at < end; at++) out[indices[at]] += product * elements[at];
    }
}

/* Assembly adds all elements twice: the first pass counts, the second one places them by columns,
 * so that they need only be distributed to the rows. */
static int *column_ends, *placed_row;
static double *placed_value;

static void add_element(int row, int column, double value) {
    int local_row = row - first_row, local_column = column - first_column;
    if (local_row < 0 || local_row >= rows || local_column < 0 || local_column >= columns) return;
    if (!placed_row) {
        column_ends[local_column]++;
        starts[local_row + 1]++;
    } else {
        int at = column_ends[local_column]++;
        placed_row[at] = local_row;
        placed_value[at] = value;
    }
}

static void add_elements(void) {
    for (int vector = 0; vector < order; vector++) {
        int first = vector * stride, end = first + counts[vector];
        for (int at = first; at < end; at++) {
            double scaled = weights[vector] * elements[at];
            for (int other = first; other < end; other++) {
                add_element(indices[other], indices[at], elements[other] * scaled);
            }
        }
    }
    for (int i = 0; i < order; i++) add_element(i, i, diagonal);
}

/* Sums elements at the same place, and closes the gaps. */
static void sum_equal(void) {
    int to = 0, from = 0;
    for (int row = 0; row < rows; row++) {
        int start = to;
        for (; from < starts[row + 1]; from++) {
            if (to > start && column_of[to - 1] == column_of[from]) {
                value_of[to - 1] += value_of[from];
            } else {
                column_of[to] = column_of[from];
                value_of[to++] = value_of[from];
            }
        }
        starts[row + 1] = to;
    }
}

static void assemble(void) {
    column_ends = allocate((size_t)columns, sizeof *column_ends);
    starts = allocate((size_t)rows + 1, sizeof *starts);
    add_elements();
    int total = 0;
    for (int i = 0; i < columns; i++) {
        int count = column_ends[i];
        column_ends[i] = total;
        total += count;
    }
    for (int i = 0; i < rows; i++) starts[i + 1] += starts[i];
    placed_row = allocate((size_t)total, sizeof *placed_row);
    placed_value = allocate((size_t)total, sizeof *placed_value);
    add_elements();
    column_of = allocate((size_t)total, sizeof *column_of);
    value_of = allocate((size_t)total, sizeof *value_of);
    int *row_ends = allocate((size_t)rows + 1, sizeof *row_ends);
    memcpy(row_ends, starts, ((size_t)rows + 1) * sizeof *row_ends);
    int from = 0;
    for (int column = 0; column < columns; column++) {
        for (; from < column_ends[column]; from++) {
            int at = row_ends[placed_row[from]]++;
            column_of[at] = column;
            value_of[at] = placed_value[from];
        }
    }
    sum_equal();
    free(row_ends);
    free(placed_row);
    free(placed_value);
    free(column_ends);
}

/* Where a part begins when the order is divided among the columns of the grid. */
static int start_of(int part) { return (int)((int64_t)order * part / grid_columns); }

static double *new_vector(int count) { return allocate((size_t)count, sizeof(double)); }

void prepare(void) {
    class = class_number("SWAB");
    order = classes[class].order;
    iterations = number_option("-iterations", classes[class].iterations);
    require((size & (size - 1)) == 0, "runs on 1, 2, 4, 8, ... ranks (powers of two)");
    int grid_rows = 1;
    while (4 * grid_rows * grid_rows <= size) grid_rows *= 2;
    grid_columns = size / grid_rows;
    grid_row = rank / grid_columns;
    grid_column = rank % grid_columns;
    int per_row = grid_columns / grid_rows;
    first_row = start_of(grid_row * per_row);
    rows = start_of((grid_row + 1) * per_row) - first_row;
    first_column = start_of(grid_column);
    columns = start_of(grid_column + 1) - first_column;
    int part = grid_row * per_row + grid_column % per_row;
    kept_offset = start_of(part) - first_row;
    kept = start_of(part + 1) - start_of(part);
    transposed = grid_column / per_row * grid_columns + part;
    diagonal = CONDITION - classes[class].shift;
    make_vectors(classes[class].nonzeros);
    assemble();
    row_sums = new_vector(rows);
    received = new_vector(rows);
    x = new_vector(columns);
    previous_x = new_vector(columns);
    z = new_vector(columns);
    p = new_vector(columns);
    q = new_vector(columns);
    r = new_vector(columns);
}

static void multiply_block(const double *restrict in, double *restrict out) {
    for (int row = 0; row < rows; row++) {
        double sum = 0;
        for (int at = starts[row]; at < starts[row + 1]; at++) {
            sum += value_of[at] * in[column_of[at]];
        }
        out[row] = sum;
    }
}

static void exchange(const double *out, int sent, double *in, int count, int partner) {
    MPI_Request request;
    MPI_Irecv(in, count, MPI_DOUBLE, partner, TAG, MPI_COMM_WORLD, &request);
    MPI_Send(out, sent, MPI_DOUBLE, partner, TAG, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void add_received(int from, int to) {
    double *restrict sums = row_sums;
    const double *restrict more = received;
    for (int i = from; i < to; i++) sums[i] += more[i];
}

/* q = matrix p */
static void multiply(void) {
    multiply_block(p, row_sums);
    int offset = 0, count = rows;
    for (int bit = 1; bit < grid_columns; bit *= 2) {
        int sent_offset = offset, sent = count;
        if (bit == 1 && kept < count) {
            /* Each of the two keeps a part of the rows, and sends the other. */
            sent = count - kept;
            sent_offset = kept_offset == 0 ? kept : 0;
            offset = kept_offset;
            count = kept;
        }
        exchange(row_sums + sent_offset, sent, received + offset, count, rank ^ bit);
        add_received(offset, offset + count);
    }
    if (transposed == rank) memcpy(q, row_sums + kept_offset, (size_t)kept * sizeof *q);
    else exchange(row_sums + kept_offset, kept, q, columns, transposed);
}

static void sum_scalars(int count) {
    for (int bit = 1; bit < grid_columns; bit *= 2) {
        exchange(scalars, count, received_scalars, count, rank ^ bit);
        for (int i = 0; i < count; i++) scalars[i] += received_scalars[i];
    }
}

/* Sums a number along the row of the grid. */
static double sum(double number) {
    scalars[0] = number;
    sum_scalars(1);
    return scalars[0];
}

static double dot(const double *left, const double *right, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) sum += left[i] * right[i];
    return sum;
}

/* to += factor from */
static void add(double factor, const double *restrict from, double *restrict to, int count) {
    for (int i = 0; i < count; i++) to[i] += factor * from[i];
}

/* to = more + factor to */
static void add_to(double factor, double *restrict to, const double *restrict more, int count) {
    for (int i = 0; i < count; i++) to[i] = more[i] + factor * to[i];
}

static void scale(double factor, const double *restrict from, double *restrict to, int count) {
    for (int i = 0; i < count; i++) to[i] = factor * from[i];
}

/* Solves: matrix z = x. */
static void solve(void) {
    size_t bytes = (size_t)columns * sizeof *x;
    memset(z, 0, bytes);
    memcpy(r, x, bytes);
    memcpy(p, x, bytes);
    double rho = sum(dot(r, r, columns));
    for (int step = 0; step < STEPS; step++) {
        multiply();
        double alpha = rho / sum(dot(p, q, columns));
        add(alpha, p, z, columns);
        add(-alpha, q, r, columns);
        double last = rho;
        rho = sum(dot(r, r, columns));
        add_to(rho / last, p, r, columns);
    }
}

void compute(void) {
    for (int i = 0; i < columns; i++) x[i] = 1;
    for (int i = 0; i < iterations; i++) {
        solve();
        scalars[0] = dot(x, z, columns);
        scalars[1] = dot(z, z, columns);
        sum_scalars(2);
        zeta = classes[class].shift + 1 / scalars[0];
        double *next = previous_x;
        previous_x = x;
        x = next;
        scale(1 / sqrt(scalars[1]), z, x, columns);
    }
}

/* A vector over all columns. */
static double *whole(const double *vector) {
    double *own = new_vector(order), *all = new_vector(order);
    /* The other rows of the grid have the same. */
    if (grid_row == 0) memcpy(own + first_column, vector, (size_t)columns * sizeof *own);
    MPI_Allreduce(own, all, order, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(own);
    return all;
}

void verify(double *value, bool *correct) {
    double *solution = whole(z), *right = whole(previous_x), *product = new_vector(order);
    multiply_vectors(solution, product);
    double expected = classes[class].shift + 1 / dot(right, solution, order);
    add(-1, right, product, order);
    double residual = sqrt(dot(product, product, order) / dot(right, right, order));
    *value = zeta;
    *correct = residual <= TOLERANCE && is_near(zeta, expected, TOLERANCE)
            && (iterations != classes[class].iterations
                || is_near(zeta, classes[class].zeta, TOLERANCE));
}
