/* FT of the NAS Parallel Benchmarks: solves a diffusion equation by Fourier transforms in three
 * dimensions: one of the random initial state, and for each time step an inverse one of the state
 * in the space of frequencies, of which a checksum is made. Ranks have slabs of planes (z), and
 * after the transforms in x and y slabs of rows (y) in the space of frequencies; an exchange of all
 * with all transposes from the one to the other. -class S, W, A, and -iterations for another number
 * of time steps. Verified are the published checksums of the first six steps, and that the last
 * transform keeps the norm (Parseval's theorem). The value is the real part of the last
 * checksum. */
#include "nas.h"

#define ALPHA 1e-6
#define PI 3.14159265358979323846
#define ITERATIONS 6
#define CHECKED_POINTS 1024
#define TOLERANCE 1e-12
#define NORM_TOLERANCE 1e-10    /* of sums of all points, which are less exact */
#define BLOCK 64                /* transforms at the same time */

/* the dimensions of each class, and the real and imaginary parts of the checksums */
static const struct { int nx, ny, nz; double checksums[2 * ITERATIONS]; } classes[] = {
    {64, 64, 64,
     {554.6087004964, 484.5363331978, 554.6385409189, 486.5304269511,
      554.6148406171, 488.3910722336, 554.5423607415, 490.1273169046,
      554.4255039624, 491.7475857993, 554.2683411902, 493.2597244941}},
    {128, 128, 32,
     {567.3612178944, 529.3246849175, 563.1436885271, 528.2149986629,
      559.4024089970, 527.0996558037, 556.0698047020, 526.0027904925,
      553.0898991250, 524.9400845633, 550.4159734538, 523.9212247086}},
    {256, 256, 128,
     {504.6735008193, 511.4047905510, 505.9412319734, 509.8809666433,
      506.9376896287, 509.8144042213, 507.7892868474, 510.1336130759,
      508.5233095391, 510.4914655194, 509.1487099959, 510.7917842803}},
};

/* Transforms of a number of points, BLOCK of them at the same time: the points of all transforms
 * with the same index are a row, so that the loops over a row vectorise. Decimation in frequency in
 * place with radix 2; results are in the order of reversed bits, which storing restores. */
struct transform {
    int points, *reversed;
    double (*re)[BLOCK], (*im)[BLOCK];
    double *cosines, *sines;    /* roots of unity: those of 2n points are at n */
};

const char *const name = "ft";
static int class, iterations, nx, ny, nz;
static int points;         /* of this rank */
static int planes, rows;   /* of this rank; rows in the space of frequencies */
static struct transform along_x, along_y, along_z;

/* where the rows of a plane are in the slab, and among what goes to or comes from ranks; where the
 * planes are in the space of frequencies */
static int *slab_offsets, *exchange_offsets, *plane_offsets;

/* the state in the space of frequencies, and what a time step multiplies it by */
static double *state_re, *state_im, *factors;

/* the fields before and after an exchange; the second one at the end of a time step */
static double *field_re, *field_im, *result_re, *result_im;

static double *checksums;

static double *new_field(int count) { return allocate((size_t)count, sizeof(double)); }

static void make_transform(struct transform *made, int count) {
    made->points = count;
    made->re = allocate((size_t)count, sizeof *made->re);
    made->im = allocate((size_t)count, sizeof *made->im);
    made->reversed = allocate((size_t)count, sizeof *made->reversed);
    made->cosines = new_field(count);
    made->sines = new_field(count);
    for (int i = 1; i < count; i++) {
        made->reversed[i] = made->reversed[i / 2] / 2 + i % 2 * (count / 2);
    }
    for (int half = 1; half < count; half *= 2) {
        for (int i = 0; i < half; i++) {
            made->cosines[half + i] = cos(PI * i / half);
            made->sines[half + i] = sin(PI * i / half);
        }
    }
}

/* Loads row i from the place offsets[i] + base of a field of complex numbers. */
static void load(struct transform *to, const double *re, const double *im, const int *offsets,
                 int base) {
    for (int i = 0; i < to->points; i++) {
        memcpy(to->re[i], re + offsets[i] + base, sizeof to->re[i]);
        memcpy(to->im[i], im + offsets[i] + base, sizeof to->im[i]);
    }
}

/* Stores row i at the place offsets[i] + base of a field. */
static void store(const struct transform *from, double *re, double *im, const int *offsets,
                  int base) {
    for (int i = 0; i < from->points; i++) {
        int row = from->reversed[i];
        memcpy(re + offsets[i] + base, from->re[row], sizeof from->re[row]);
        memcpy(im + offsets[i] + base, from->im[row], sizeof from->im[row]);
    }
}

/* Four transforms the points of which are next to each other. */
static void load_four(const double *restrict field, double (*restrict row)[BLOCK], int column,
                      int count) {
    for (int i = 0; i < count; i++) {
        row[i][column] = field[i];
        row[i][column + 1] = field[count + i];
        row[i][column + 2] = field[2 * count + i];
        row[i][column + 3] = field[3 * count + i];
    }
}

static void load_transposed(struct transform *to, const double *re, const double *im, int base) {
    for (int i = 0; i < BLOCK; i += 4) {
        load_four(re + base + i * to->points, to->re, i, to->points);
        load_four(im + base + i * to->points, to->im, i, to->points);
    }
}

static void store_four(const struct transform *from, const double (*restrict row)[BLOCK],
                       int column, double *restrict field) {
    int count = from->points;
    const int *restrict reversed = from->reversed;
    for (int i = 0; i < count; i++) {
        const double *restrict one = row[reversed[i]];
        field[i] = one[column];
        field[count + i] = one[column + 1];
        field[2 * count + i] = one[column + 2];
        field[3 * count + i] = one[column + 3];
    }
}

static void store_transposed(const struct transform *from, double *re, double *im, int base) {
    for (int i = 0; i < BLOCK; i += 4) {
        store_four(from, (const double (*)[BLOCK])from->re, i, re + base + i * from->points);
        store_four(from, (const double (*)[BLOCK])from->im, i, im + base + i * from->points);
    }
}

static void butterfly(double *restrict low_re, double *restrict low_im, double *restrict high_re,
                      double *restrict high_im, double cosine, double sine) {
    for (int i = 0; i < BLOCK; i++) {
        double x_re = low_re[i], x_im = low_im[i], y_re = high_re[i], y_im = high_im[i];
        double difference_re = x_re - y_re, difference_im = x_im - y_im;
        low_re[i] = x_re + y_re;
        low_im[i] = x_im + y_im;
        high_re[i] = cosine * difference_re - sine * difference_im;
        high_im[i] = sine * difference_re + cosine * difference_im;
    }
}

/* Transforms all rows; sign: of the exponent, 1 or -1; results are not scaled. */
static void transform(struct transform *all, int sign) {
    for (int half = all->points / 2; half >= 1; half /= 2) {
        for (int start = 0; start < all->points; start += 2 * half) {
            for (int i = 0; i < half; i++) {
                int low = start + i, high = low + half;
                butterfly(all->re[low], all->im[low], all->re[high], all->im[high],
                          all->cosines[half + i], sign * all->sines[half + i]);
            }
        }
    }
}

static void set_offsets(void) {
    slab_offsets = allocate((size_t)ny, sizeof *slab_offsets);
    exchange_offsets = allocate((size_t)ny, sizeof *exchange_offsets);
    plane_offsets = allocate((size_t)nz, sizeof *plane_offsets);
    for (int y = 0; y < ny; y++) {
        slab_offsets[y] = y * nx;
        /* A rank gets its rows of all planes. */
        exchange_offsets[y] = (y / rows * planes * rows + y % rows) * nx;
    }
    for (int z = 0; z < nz; z++) plane_offsets[z] = z * rows * nx;
}

/* The square of a frequency; those of the second half are negative. */
static int square(int index, int count) {
    int frequency = index < count / 2 ? index : index - count;
    return frequency * frequency;
}

static void set_factors(void) {
    double exponent = -4 * ALPHA * PI * PI;
    int at = 0;
    for (int z = 0; z < nz; z++) {
        for (int y = rank * rows; y < (rank + 1) * rows; y++) {
            int squares = square(y, ny) + square(z, nz);
            for (int x = 0; x < nx; x++) factors[at++] = exp(exponent * (square(x, nx) + squares));
        }
    }
}

void prepare(void) {
    class = class_number("SWA");
    iterations = number_option("-iterations", ITERATIONS);
    require(iterations >= 1, "-iterations takes a number greater than 0");
    nx = classes[class].nx;
    ny = classes[class].ny;
    nz = classes[class].nz;
    int most = ny < nz ? ny : nz;
    if ((size & (size - 1)) != 0 || size > most) {
        char message[80];
        snprintf(message, sizeof message, "runs on 1, 2, 4, 8, ... %d ranks (powers of two)", most);
        require(false, message);
    }
    planes = nz / size;
    rows = ny / size;
    points = nx * ny * planes;
    make_transform(&along_x, nx);
    make_transform(&along_y, ny);
    make_transform(&along_z, nz);
    set_offsets();
    state_re = new_field(points);
    state_im = new_field(points);
    factors = new_field(points);
    field_re = new_field(points);
    field_im = new_field(points);
    result_re = new_field(points);
    result_im = new_field(points);
    checksums = new_field(2 * iterations);
    uint64_t random = nas_skip(NAS_SEED, NAS_A, 2 * (uint64_t)rank * (uint64_t)points);
    for (int i = 0; i < points; i++) {
        field_re[i] = nas_next(&random);
        field_im[i] = nas_next(&random);
    }
    set_factors();
}

static void transform_x(double *re, double *im, int sign) {
    for (int base = 0; base < points; base += nx * BLOCK) {
        load_transposed(&along_x, re, im, base);
        transform(&along_x, sign);
        store_transposed(&along_x, re, im, base);
    }
}

/* From the field to the result; forward from the slab to what is exchanged, or back. */
static void transform_y(int sign) {
    bool forward = sign > 0;
    const int *from = forward ? slab_offsets : exchange_offsets;
    const int *to = forward ? exchange_offsets : slab_offsets;
    int from_plane = (forward ? ny : rows) * nx, to_plane = (forward ? rows : ny) * nx;
    for (int plane = 0; plane < planes; plane++) {
        for (int x = 0; x < nx; x += BLOCK) {
            load(&along_y, field_re, field_im, from, plane * from_plane + x);
            transform(&along_y, sign);
            store(&along_y, result_re, result_im, to, plane * to_plane + x);
        }
    }
}

static void transform_z(double *re, double *im, int sign) {
    for (int base = 0; base < rows * nx; base += BLOCK) {
        load(&along_z, re, im, plane_offsets, base);
        transform(&along_z, sign);
        store(&along_z, re, im, plane_offsets, base);
    }
}

static void exchange(const double *from, double *to) {
    int count = points / size;
    MPI_Alltoall(from, count, MPI_DOUBLE, to, count, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void evolve(double *restrict state, double *restrict result) {
    const double *restrict factor = factors;
    int count = points;
    for (int i = 0; i < count; i++) {
        double next = state[i] * factor[i];
        state[i] = next;
        result[i] = next;
    }
}

static void add_checksum(int iteration) {
    double sum[2] = {0, 0}, total[2], all = (double)nx * ny * nz;
    for (int i = 1; i <= CHECKED_POINTS; i++) {
        int plane = 5 * i % nz - rank * planes;
        if (plane >= 0 && plane < planes) {
            int at = (plane * ny + 3 * i % ny) * nx + i % nx;
            sum[0] += result_re[at];
            sum[1] += result_im[at];
        }
    }
    MPI_Allreduce(sum, total, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    checksums[2 * iteration] = total[0] / all;
    checksums[2 * iteration + 1] = total[1] / all;
}

void compute(void) {
    transform_x(field_re, field_im, 1);
    transform_y(1);
    exchange(result_re, state_re);
    exchange(result_im, state_im);
    transform_z(state_re, state_im, 1);
    for (int i = 0; i < iterations; i++) {
        evolve(state_re, result_re);
        evolve(state_im, result_im);
        transform_z(result_re, result_im, -1);
        exchange(result_re, field_re);
        exchange(result_im, field_im);
        transform_y(-1);
        transform_x(result_re, result_im, -1);
        add_checksum(i);
    }
}

static double sum_of_squares(const double *numbers) {
    double sum = 0;
    for (int i = 0; i < points; i++) sum += numbers[i] * numbers[i];
    return sum;
}

void verify(double *value, bool *correct) {
    double squares[] = {sum_of_squares(state_re) + sum_of_squares(state_im),
                        sum_of_squares(result_re) + sum_of_squares(result_im)};
    double sums[2];
    MPI_Allreduce(squares, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double ratio = sums[1] / sums[0] / nx / ny / nz;
    *correct = fabs(ratio - 1) <= NORM_TOLERANCE;
    for (int i = 0; i < iterations && i < ITERATIONS; i++) {
        double re = classes[class].checksums[2 * i], im = classes[class].checksums[2 * i + 1];
        double error = hypot(checksums[2 * i] - re, checksums[2 * i + 1] - im);
        *correct = *correct && error <= TOLERANCE * hypot(re, im);
    }
    *value = checksums[2 * iterations - 2];
}
