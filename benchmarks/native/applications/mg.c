/* MG of the NAS Parallel Benchmarks: solves a Poisson equation on a periodic grid in three
 * dimensions, with ten charges of each sign at random points, by V-cycles of the multigrid method
 * down to a grid of 2 x 2 x 2 points. Ranks have blocks: z, then y, then x is halved, so that there
 * are at most eight. After each operator the layers around the blocks are exchanged, axis by axis.
 * -class S, W, A, B, and -iterations for another number of cycles. Verified are the residual, by
 * its products with plane waves, which are eigenvectors of the matrix, that cycles make it smaller,
 * and for the usual number of cycles its published norm, which is the value. */
#include "nas.h"
#include <stddef.h>

#define PI 3.14159265358979323846
#define MOST_RANKS 8
#define LEVELS 8
#define TOLERANCE 1e-8
#define WAVE_TOLERANCE 1e-14
#define WAVES 4
#define COUNT 10    /* charges of each sign */
#define TAG 10      /* of messages to the previous rank; odd tags to the next one */

/* the matrix: the centre, edges and corners; faces have no part */
#define CENTRE (-8.0 / 3)
#define EDGE (1.0 / 6)
#define CORNER (1.0 / 12)

/* the logarithm of the points in each dimension, cycles, smoother and norm of each class; corners
 * have no part in the smoother */
static const struct { int levels, iterations; double centre, face, edge, norm; } classes[] = {
    {5, 4, -3.0 / 8, 1.0 / 32, -1.0 / 64, 0.5307707005734e-4},
    {7, 4, -3.0 / 8, 1.0 / 32, -1.0 / 64, 0.6467329375339e-5},
    {8, 4, -3.0 / 8, 1.0 / 32, -1.0 / 64, 0.2433365309069e-5},
    {8, 20, -3.0 / 17, 1.0 / 33, -1.0 / 61, 0.1800564401355e-5},
};

/* A rank's part of a periodic grid in three dimensions, with a layer of points of the neighbours
 * around it, which the sizes include. */
struct grid { int nx, ny, nz; double *points; };

const char *const name = "mg";
static int class, finest, iterations;
static int points;       /* of the whole grid in each dimension */
static int first[3];     /* the first point of this rank in each dimension */
static int previous[3], next[3];    /* the ranks before and after this one in each dimension */

/* the solution, the residual and the right side */
static struct grid u[LEVELS + 1], r[LEVELS + 1], v;

static double *to_previous, *to_next, *from_previous, *from_next;

/* for a line: what points along x take, and the rest */
static double *along, *rest;

static double first_norm, norm;

static double *line(const struct grid *grid, int y, int z) {
    return grid->points + ((size_t)z * (size_t)grid->ny + (size_t)y) * (size_t)grid->nx;
}

static size_t count_of(const struct grid *grid) {
    return (size_t)grid->nx * (size_t)grid->ny * (size_t)grid->nz;
}

static void clear(struct grid *grid) {
    memset(grid->points, 0, count_of(grid) * sizeof *grid->points);
}

static struct grid new_grid(const int *ranks, int level) {
    int all = 1 << level;
    struct grid grid = {all / ranks[0] + 2, all / ranks[1] + 2, all / ranks[2] + 2, NULL};
    grid.points = allocate(count_of(&grid), sizeof *grid.points);
    return grid;
}

static double sum_of_squares(const struct grid *grid) {
    double sum = 0;
    for (int z = 1; z < grid->nz - 1; z++) {
        for (int y = 1; y < grid->ny - 1; y++) {
            const double *at = line(grid, y, z);
            for (int x = 1; x < grid->nx - 1; x++) sum += at[x] * at[x];
        }
    }
    return sum;
}

/* Sends the layers of a dimension to the neighbours, and receives theirs. */
static void transfer(int dimension, int count) {
    int before = previous[dimension], after = next[dimension], tag = TAG + 2 * dimension;
    if (before == rank) {
        memcpy(from_next, to_previous, (size_t)count * sizeof *from_next);
        memcpy(from_previous, to_next, (size_t)count * sizeof *from_previous);
        return;
    }
    MPI_Request receive_next, receive_previous;
    MPI_Irecv(from_next, count, MPI_DOUBLE, after, tag, MPI_COMM_WORLD, &receive_next);
    MPI_Irecv(from_previous, count, MPI_DOUBLE, before, tag + 1, MPI_COMM_WORLD, &receive_previous);
    MPI_Send(to_previous, count, MPI_DOUBLE, before, tag, MPI_COMM_WORLD);
    MPI_Send(to_next, count, MPI_DOUBLE, after, tag + 1, MPI_COMM_WORLD);
    MPI_Wait(&receive_next, MPI_STATUS_IGNORE);
    MPI_Wait(&receive_previous, MPI_STATUS_IGNORE);
}

static int pack_x(const struct grid *grid, int x, double *buffer) {
    int at = 0;
    for (int z = 1; z < grid->nz - 1; z++) {
        for (int y = 1; y < grid->ny - 1; y++) buffer[at++] = line(grid, y, z)[x];
    }
    return at;
}

static void unpack_x(struct grid *grid, int x, const double *buffer) {
    int at = 0;
    for (int z = 1; z < grid->nz - 1; z++) {
        for (int y = 1; y < grid->ny - 1; y++) line(grid, y, z)[x] = buffer[at++];
    }
}

static int pack_y(const struct grid *grid, int y, double *buffer) {
    int at = 0;
    for (int z = 1; z < grid->nz - 1; z++, at += grid->nx) {
        memcpy(buffer + at, line(grid, y, z), (size_t)grid->nx * sizeof *buffer);
    }
    return at;
}

static void unpack_y(struct grid *grid, int y, const double *buffer) {
    int at = 0;
    for (int z = 1; z < grid->nz - 1; z++, at += grid->nx) {
        memcpy(line(grid, y, z), buffer + at, (size_t)grid->nx * sizeof *buffer);
    }
}

static int pack_z(const struct grid *grid, int z, double *buffer) {
    int count = grid->nx * grid->ny;
    memcpy(buffer, line(grid, 0, z), (size_t)count * sizeof *buffer);
    return count;
}

static void unpack_z(struct grid *grid, int z, const double *buffer) {
    memcpy(line(grid, 0, z), buffer, (size_t)grid->nx * (size_t)grid->ny * sizeof *buffer);
}

/* Fills the layers along x, then y, then z, each time with the layers that are already filled, so
 * that edges and corners come along. */
static void exchange(struct grid *grid) {
    pack_x(grid, 1, to_previous);
    transfer(0, pack_x(grid, grid->nx - 2, to_next));
    unpack_x(grid, 0, from_previous);
    unpack_x(grid, grid->nx - 1, from_next);

    pack_y(grid, 1, to_previous);
    transfer(1, pack_y(grid, grid->ny - 2, to_next));
    unpack_y(grid, 0, from_previous);
    unpack_y(grid, grid->ny - 1, from_next);

    pack_z(grid, 1, to_previous);
    transfer(2, pack_z(grid, grid->nz - 2, to_next));
    unpack_z(grid, 0, from_previous);
    unpack_z(grid, grid->nz - 1, from_next);
}

/* The largest random numbers that have been found, in ascending order, then the smallest ones with
 * the other sign; and the places of them in the whole grid. */
static double extremes[2 * COUNT], places[2 * COUNT];

static void clear_extremes(void) {
    for (int i = 0; i < 2 * COUNT; i++) extremes[i] = -INFINITY;
}

/* Inserts a number among the ten from an index, if it is larger than one of them. */
static void insert(int start, double number, double place) {
    if (number <= extremes[start]) return;
    int at = start;
    for (; at + 1 < start + COUNT && extremes[at + 1] < number; at++) {
        extremes[at] = extremes[at + 1];
        places[at] = places[at + 1];
    }
    extremes[at] = number;
    places[at] = place;
}

static void set_charge(int64_t place, double charge) {
    int x = (int)(place % points) - first[0] + 1;
    int y = (int)(place / points % points) - first[1] + 1;
    int z = (int)(place / points / points) - first[2] + 1;
    if (x >= 1 && x < v.nx - 1 && y >= 1 && y < v.ny - 1 && z >= 1 && z < v.nz - 1) {
        line(&v, y, z)[x] = charge;
    }
}

/* Charges of +1 at the ten points with the largest random numbers, -1 at those with the smallest
 * ones. */
static void set_charges(void) {
    clear_extremes();
    for (int z = 1; z < v.nz - 1; z++) {
        for (int y = 1; y < v.ny - 1; y++) {
            int64_t row = first[1] + y - 1 + (int64_t)points * (first[2] + z - 1);
            int64_t start = first[0] + points * row;
            uint64_t random = nas_skip(NAS_SEED, NAS_A, (uint64_t)start);
            for (int x = 0; x < v.nx - 2; x++) {
                double number = nas_next(&random);
                insert(0, number, (double)(start + x));
                insert(COUNT, -number, (double)(start + x));
            }
        }
    }
    double all_extremes[MOST_RANKS * 2 * COUNT], all_places[MOST_RANKS * 2 * COUNT];
    MPI_Allgather(extremes, 2 * COUNT, MPI_DOUBLE, all_extremes, 2 * COUNT, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    MPI_Allgather(places, 2 * COUNT, MPI_DOUBLE, all_places, 2 * COUNT, MPI_DOUBLE,
                  MPI_COMM_WORLD);
    clear_extremes();
    for (int i = 0; i < size * 2 * COUNT; i++) {
        insert(i % (2 * COUNT) / COUNT * COUNT, all_extremes[i], all_places[i]);
    }
    for (int i = 0; i < 2 * COUNT; i++) set_charge((int64_t)places[i], i < COUNT ? 1 : -1);
}

void prepare(void) {
    class = class_number("SWAB");
    finest = classes[class].levels;
    iterations = number_option("-iterations", classes[class].iterations);
    require((size & (size - 1)) == 0 && size <= MOST_RANKS, "runs on 1, 2, 4 or 8 ranks");
    int ranks[] = {size >= 8 ? 2 : 1, size >= 4 ? 2 : 1, size >= 2 ? 2 : 1};
    points = 1 << finest;
    int stride = 1;
    for (int i = 0; i < 3; i++) {
        int place = rank / stride % ranks[i];
        first[i] = place * (points / ranks[i]);
        previous[i] = rank + ((place + ranks[i] - 1) % ranks[i] - place) * stride;
        next[i] = rank + ((place + 1) % ranks[i] - place) * stride;
        stride *= ranks[i];
    }
    for (int level = 1; level <= finest; level++) {
        u[level] = new_grid(ranks, level);
        r[level] = new_grid(ranks, level);
    }
    v = new_grid(ranks, finest);
    size_t longest = (size_t)points + 2, face = longest * longest;
    to_previous = allocate(face, sizeof(double));
    to_next = allocate(face, sizeof(double));
    from_previous = allocate(face, sizeof(double));
    from_next = allocate(face, sizeof(double));
    along = allocate(longest, sizeof(double));
    rest = allocate(longest, sizeof(double));
    set_charges();
    exchange(&v);
}

/* The operators are symmetric stencils of 27 points. A sum over the neighbours of a line is made
 * for all points of the line first, so that neighbours along x take it from there. */

/* The sums over the nearest four lines and over the next four. */
static inline double sum_near(const double *at, ptrdiff_t y, ptrdiff_t z) {
    return at[-y] + at[y] + at[-z] + at[z];
}

static inline double sum_far(const double *at, ptrdiff_t y, ptrdiff_t z) {
    return at[-z - y] + at[-z + y] + at[z - y] + at[z + y];
}

/* r = v - matrix u; r and v may be the same. */
static void residual_line(const double *in, ptrdiff_t nx, ptrdiff_t plane, const double *right,
                          double *out) {
    double *restrict side = along, *restrict middle = rest;
    for (int x = 0; x < nx; x++) {
        double near = sum_near(in + x, nx, plane), far = sum_far(in + x, nx, plane);
        side[x] = EDGE * near + CORNER * far;
        middle[x] = right[x] - CENTRE * in[x] - EDGE * far;
    }
    for (int x = 1; x < nx - 1; x++) out[x] = middle[x] - (side[x - 1] + side[x + 1]);
}

static void residual(const struct grid *in, const struct grid *right, struct grid *out) {
    ptrdiff_t plane = (ptrdiff_t)in->nx * in->ny;
    for (int z = 1; z < in->nz - 1; z++) {
        for (int y = 1; y < in->ny - 1; y++) {
            residual_line(line(in, y, z), in->nx, plane, line(right, y, z), line(out, y, z));
        }
    }
    exchange(out);
}

/* u += smoother r */
static void smooth_line(const double *restrict in, ptrdiff_t nx, ptrdiff_t plane,
                        double *restrict out) {
    double *restrict side = along, *restrict middle = rest;
    double centre = classes[class].centre, face = classes[class].face, edge = classes[class].edge;
    for (int x = 0; x < nx; x++) {
        double near = sum_near(in + x, nx, plane), far = sum_far(in + x, nx, plane);
        side[x] = face * in[x] + edge * near;
        middle[x] = centre * in[x] + face * near + edge * far;
    }
    for (int x = 1; x < nx - 1; x++) out[x] = out[x] + middle[x] + (side[x - 1] + side[x + 1]);
}

static void smooth(int level) {
    const struct grid *in = &r[level];
    ptrdiff_t plane = (ptrdiff_t)in->nx * in->ny;
    for (int z = 1; z < in->nz - 1; z++) {
        for (int y = 1; y < in->ny - 1; y++) {
            smooth_line(line(in, y, z), in->nx, plane, line(&u[level], y, z));
        }
    }
    exchange(&u[level]);
}

/* The coarse grid takes weighted means of the fine one. */
static void restrict_line(const double *restrict fine, ptrdiff_t nx, ptrdiff_t plane,
                          double *restrict coarse, int count) {
    double *restrict side = along;
    for (int x = 0; x < nx; x++) {
        double near = sum_near(fine + x, nx, plane), far = sum_far(fine + x, nx, plane);
        side[x] = 0.5 * fine[x] + 0.25 * near + 0.125 * far;
    }
    for (int x = 1; x < count - 1; x++) {
        coarse[x] = side[2 * x] + 0.5 * (side[2 * x - 1] + side[2 * x + 1]);
    }
}

static void restrict_grid(const struct grid *fine, struct grid *coarse) {
    ptrdiff_t plane = (ptrdiff_t)fine->nx * fine->ny;
    for (int z = 1; z < coarse->nz - 1; z++) {
        for (int y = 1; y < coarse->ny - 1; y++) {
            restrict_line(line(fine, 2 * y, 2 * z), fine->nx, plane, line(coarse, y, z),
                          coarse->nx);
        }
    }
    exchange(coarse);
}

static void interpolate_line(const double *restrict sum, int count, double factor,
                             double *restrict fine) {
    double half = 0.5 * factor;
    for (int x = 0; x < count - 1; x++) {
        fine[2 * x] += factor * sum[x];
        fine[2 * x + 1] += half * (sum[x] + sum[x + 1]);
    }
}

/* fine += interpolated coarse, the layers too */
static void interpolate(const struct grid *coarse, struct grid *fine) {
    int count = coarse->nx;
    double *restrict near = along, *restrict far = rest;
    for (int z = 0; z < coarse->nz - 1; z++) {
        for (int y = 0; y < coarse->ny - 1; y++) {
            const double *here = line(coarse, y, z), *next_y = line(coarse, y + 1, z);
            const double *next_z = line(coarse, y, z + 1), *next_yz = line(coarse, y + 1, z + 1);
            interpolate_line(here, count, 1, line(fine, 2 * y, 2 * z));
            for (int x = 0; x < count; x++) near[x] = here[x] + next_y[x];
            interpolate_line(near, count, 0.5, line(fine, 2 * y + 1, 2 * z));
            for (int x = 0; x < count; x++) far[x] = here[x] + next_z[x];
            interpolate_line(far, count, 0.5, line(fine, 2 * y, 2 * z + 1));
            for (int x = 0; x < count; x++) far[x] = near[x] + next_z[x] + next_yz[x];
            interpolate_line(far, count, 0.25, line(fine, 2 * y + 1, 2 * z + 1));
        }
    }
}

static void cycle(void) {
    for (int level = finest; level > 1; level--) restrict_grid(&r[level], &r[level - 1]);
    clear(&u[1]);
    smooth(1);
    for (int level = 2; level < finest; level++) {
        clear(&u[level]);
        interpolate(&u[level - 1], &u[level]);
        residual(&u[level], &r[level], &r[level]);
        smooth(level);
    }
    interpolate(&u[finest - 1], &u[finest]);
    residual(&u[finest], &v, &r[finest]);
    smooth(finest);
}

/* The norm of the residual: the root of the mean of its squares. */
static double residual_norm(void) {
    double sum = sum_of_squares(&r[finest]), total;
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return sqrt(total / ((double)points * points * points));
}

void compute(void) {
    residual(&u[finest], &v, &r[finest]);
    first_norm = residual_norm();
    for (int i = 0; i < iterations; i++) {
        cycle();
        residual(&u[finest], &v, &r[finest]);
    }
    norm = residual_norm();
}

/* The product of this rank's part with a plane wave. */
static double product(const int *frequencies, const struct grid *grid) {
    double sum = 0;
    for (int z = 1; z < grid->nz - 1; z++) {
        for (int y = 1; y < grid->ny - 1; y++) {
            int64_t phase = (int64_t)frequencies[1] * (first[1] + y - 1)
                    + (int64_t)frequencies[2] * (first[2] + z - 1);
            const double *at = line(grid, y, z);
            double part = 0;
            for (int x = 1; x < grid->nx - 1; x++) {
                int64_t turn = (phase + (int64_t)frequencies[0] * (first[0] + x - 1)) % points;
                part += at[x] * cos(2 * PI * (double)turn / points);
            }
            sum += part;
        }
    }
    return sum;
}

static double eigenvalue(const int *frequencies) {
    double x = cos(2 * PI * frequencies[0] / points), y = cos(2 * PI * frequencies[1] / points);
    double z = cos(2 * PI * frequencies[2] / points);
    return -8.0 / 3 + 4 * (x * y + y * z + x * z) / 6 + 8 * x * y * z / 12;
}

/* Whether r = v - matrix u, without the operators and the layers: plane waves w are eigenvectors of
 * the matrix, so that w r = w v - eigenvalue w u. */
static bool is_residual(void) {
    static const int frequencies[WAVES][3] = {{1, 2, 3}, {5, 3, 1}, {0, 1, 4}, {7, 5, 6}};
    double norms[] = {sum_of_squares(&u[finest]), sum_of_squares(&v)}, sums[2];
    MPI_Allreduce(norms, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double wave_norm = sqrt((double)points * points * points);
    double tolerance = WAVE_TOLERANCE * wave_norm * (sqrt(sums[0]) + sqrt(sums[1]));
    bool correct = true;
    for (int i = 0; i < WAVES; i++) {
        double products[] = {product(frequencies[i], &u[finest]), product(frequencies[i], &v),
                             product(frequencies[i], &r[finest])};
        double totals[3];
        MPI_Allreduce(products, totals, 3, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        double error = totals[1] - eigenvalue(frequencies[i]) * totals[0] - totals[2];
        correct = correct && fabs(error) <= tolerance;
    }
    return correct;
}

void verify(double *value, bool *correct) {
    *value = norm;
    *correct = norm < first_norm && is_residual()
            && (iterations != classes[class].iterations
                || is_near(norm, classes[class].norm, TOLERANCE));
}
