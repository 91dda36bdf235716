/* LU of the NAS Parallel Benchmarks: the compressible Navier-Stokes equations in three dimensions,
 * solved by symmetric successive over-relaxation. The grid is cut in x and y among a power of two
 * of ranks. Each iteration sends two layers of the solution to the neighbours, for the residual,
 * and passes short lines on in two sweeps, for each plane in turn. -class S, W, A, B.
 *
 * Unlike NAS's own programs, this one does not store 5 x 5 blocks of the Jacobian matrices nor
 * compute with their zeros, and so does less work for the same result. */
#include "application.h"
#include <math.h>

#define COMPONENTS 5    /* the density, three momenta and the energy */
#define ENERGY 4
#define HALO 2          /* layers of the neighbours' points */
#define FACTORS 5       /* of differences, for each point: of the point and of two on either side */
#define OMEGA 1.2       /* the factor of over-relaxation */
#define DISSIPATION 0.25    /* the factor of fourth differences */
#define LAYERS_TAG 1
#define LINE_TAG 2
#define TOLERANCE 1e-8

/* the constants of the fluxes: the equations' c1, c2, c3 c4, c1 c5 and c1 c3 c4 c5 */
#define C1 1.4
#define C2 0.4
#define C34 0.1
#define C15 (1.4 * 1.4)
#define C1345 (C15 * C34)
#define R43 (4.0 / 3)   /* of viscosity along the direction of a momentum */

/* viscosity in all three directions, of which one is along the momentum */
#define ALL_C34 ((R43 + 2) * C34)
#define ALL_C1345 (3 * C1345)

/* the published residuals, errors and integral, for each class */
static const struct problem {
    char name;
    int n, iterations;
    double time_step, residual[COMPONENTS], error[COMPONENTS], integral;
} problems[] = {
    {'S', 12, 50, 0.5,
     {1.6196343210976702e-02, 2.1976745164821318e-03, 1.5179927653399185e-03,
      1.5029584435994323e-03, 3.4264073155896461e-02},
     {6.4223319957960924e-04, 8.4144342047347926e-05, 5.8588269616485186e-05,
      5.8474222595157350e-05, 1.3103347914111294e-03},
     7.8418928865937083},
    {'W', 33, 300, 1.5e-3,
     {0.1236511638192e+02, 0.1317228477799e+01, 0.2550120713095e+01, 0.2326187750252e+01,
      0.2826799444189e+02},
     {0.4867877144216, 0.5064652880982e-01, 0.9281818101960e-01, 0.8570126542733e-01,
      0.1084277417792e+01},
     0.1161399311023e+02},
    {'A', 64, 250, 2.0,
     {7.7902107606689367e+02, 6.3402765259692870e+01, 1.9499249727292479e+02,
      1.7845301160418537e+02, 1.8384760349464247e+03},
     {2.9964085685471943e+01, 2.8194576365003349, 7.3473412698774742, 6.7139225687777051,
      7.0715315688392578e+01},
     2.6030925604886277e+01},
    {'B', 102, 250, 2.0,
     {3.5532672969982736e+03, 2.6214750795310692e+02, 8.8333721850952190e+02,
      7.7812774739425265e+02, 7.3087969592545314e+03},
     {1.1401176380212709e+02, 8.1098963655421574, 2.8480597317698308e+01, 2.5905394567832939e+01,
      2.6054907504857413e+02},
     4.7887162703308227e+01},
};
#define PROBLEMS (int)(sizeof problems / sizeof *problems)

/* the coefficients of the exact solution: 1, then x, y, z to the powers 1 to 4 */
static const double exact_coefficients[COMPONENTS][13] = {
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
};

/* A direction: which component is the momentum along it, which are across, and the coefficient of
 * artificial viscosity. */
typedef struct { int normal, first, second; double damping; } direction;
static const direction along_x = {1, 2, 3, 0.75}, along_y = {2, 3, 1, 0.75}, along_z = {3, 1, 2, 1};

/* What is exchanged with a neighbour: columns of points along z. */
typedef struct {
    int rank, count_x, count_y, mine_x, mine_y, theirs_x, theirs_y, length;
    double *outgoing, *incoming;
} side;

const char *const name = "lu";
static const struct problem *problem;
static int n;
static double step;                                 /* the distance of points */
static int size_x, size_y, first_x, first_y;        /* of the block in the grid */
static int from_x, to_x, from_y, to_y;              /* points that are not on the boundary */
static int low_x, high_x, low_y, high_y;            /* ranks of neighbours, or -1 */
static int stride_y, stride_z;                      /* of neighbours in the arrays */
static double *u;           /* the solution */
static double *specific;    /* in its place: 1 / density, the velocities, energy / density */
static double *v;           /* the residual, and the correction that is made from it */
static double *forcing;
static side sides[4];
static int side_count;
static double *line;        /* points along y; those along x follow each other in the array */
static double *factors_x, *factors_y, *factors_z;
static double *right;       /* the right-hand side of a line along x */
static double convection;   /* the factor of convection in the products */
static double diagonal, diagonal_viscosity;     /* the diagonal without viscosity, and its factor */
static double norms[COMPONENTS];

/* Where the first component of a point of the block is in the arrays. */
static int at_point(int k, int j, int i) {
    return (k + 1) * stride_z + (j + HALO) * stride_y + (i + HALO) * COMPONENTS;
}

static void cut_grid(void) {
    step = 1.0 / (n - 1);
    int parts_x = 1;
    while (4 * parts_x * parts_x <= size) parts_x *= 2;
    int parts_y = size / parts_x;
    if ((size & (size - 1)) != 0 || n / parts_y < HALO) {
        fprintf(stderr, "lu runs on 1, 2, 4, 8, ... ranks, with at least %d points in each "
                "direction for each: not on %d\n", HALO, size);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    int part_x = rank % parts_x, part_y = rank / parts_x;
    first_x = n * part_x / parts_x;
    first_y = n * part_y / parts_y;
    size_x = n * (part_x + 1) / parts_x - first_x;
    size_y = n * (part_y + 1) / parts_y - first_y;
    low_x = part_x == 0 ? -1 : rank - 1;
    high_x = part_x == parts_x - 1 ? -1 : rank + 1;
    low_y = part_y == 0 ? -1 : rank - parts_x;
    high_y = part_y == parts_y - 1 ? -1 : rank + parts_x;
    from_x = low_x < 0 ? 1 : 0;
    to_x = high_x < 0 ? size_x - 1 : size_x;
    from_y = low_y < 0 ? 1 : 0;
    to_y = high_y < 0 ? size_y - 1 : size_y;
    stride_y = (size_x + 2 * HALO) * COMPONENTS;
    stride_z = (size_y + 2 * HALO) * stride_y;
}

static void add_side(int neighbour, side columns) {
    if (neighbour < 0) return;
    columns.rank = neighbour;
    columns.length = (n - 2) * columns.count_x * columns.count_y * COMPONENTS;
    columns.outgoing = allocate((size_t)columns.length, sizeof *columns.outgoing);
    columns.incoming = allocate((size_t)columns.length, sizeof *columns.incoming);
    sides[side_count++] = columns;
}

static void add_sides(void) {
    add_side(low_x, (side){.count_x = HALO, .count_y = size_y, .theirs_x = -HALO});
    add_side(high_x, (side){.count_x = HALO, .count_y = size_y, .mine_x = size_x - HALO,
                            .theirs_x = size_x});
    add_side(low_y, (side){.count_x = size_x, .count_y = HALO, .theirs_y = -HALO});
    add_side(high_y, (side){.count_x = size_x, .count_y = HALO, .mine_y = size_y - HALO,
                            .theirs_y = size_y});
    line = allocate((size_t)(to_y - from_y) * COMPONENTS, sizeof *line);
}

static double exact(int component, double x, double y, double z) {
    const double *c = exact_coefficients[component];
    return c[0]
           + x * (c[1] + x * (c[4] + x * (c[7] + x * c[10])))
           + y * (c[2] + y * (c[5] + y * (c[8] + y * c[11])))
           + z * (c[3] + z * (c[6] + z * (c[9] + z * c[12])));
}

/* Interpolated from the boundary. */
static double initial(int m, double x, double y, double z) {
    double p = (1 - x) * exact(m, 0, y, z) + x * exact(m, 1, y, z);
    double q = (1 - y) * exact(m, x, 0, z) + y * exact(m, x, 1, z);
    double r = (1 - z) * exact(m, x, y, 0) + z * exact(m, x, y, 1);
    return p + q + r - p * q - q * r - r * p + p * q * r;
}

static void set_exact(void) {
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < size_y; j++) {
            for (int i = 0; i < size_x; i++) {
                for (int m = 0; m < COMPONENTS; m++) {
                    double x = (first_x + i) * step, y = (first_y + j) * step;
                    u[at_point(k, j, i) + m] = exact(m, x, y, k * step);
                }
            }
        }
    }
}

/* Changes the exact solution inside the grid. */
static void set_initial(void) {
    for (int k = 1; k < n - 1; k++) {
        for (int j = from_y; j < to_y; j++) {
            for (int i = from_x; i < to_x; i++) {
                for (int m = 0; m < COMPONENTS; m++) {
                    double x = (first_x + i) * step, y = (first_y + j) * step;
                    u[at_point(k, j, i) + m] = initial(m, x, y, k * step);
                }
            }
        }
    }
}

/* Copies columns of the solution to a buffer or from it. */
static void copy_columns(const side *columns, bool outwards) {
    int first_column_x = outwards ? columns->mine_x : columns->theirs_x;
    int first_column_y = outwards ? columns->mine_y : columns->theirs_y;
    double *buffer = outwards ? columns->outgoing : columns->incoming;
    size_t length = (size_t)columns->count_x * COMPONENTS;
    for (int k = 1; k < n - 1; k++) {
        for (int j = 0; j < columns->count_y; j++) {
            double *points = u + at_point(k, first_column_y + j, first_column_x);
            if (outwards) memcpy(buffer, points, length * sizeof *buffer);
            else memcpy(points, buffer, length * sizeof *buffer);
            buffer += length;
        }
    }
}

/* Exchanges the layers of the solution, without the planes of the boundary. */
static void exchange_layers(void) {
    MPI_Request requests[8];
    int started = 0;
    for (int i = 0; i < side_count; i++) {
        MPI_Irecv(sides[i].incoming, sides[i].length, MPI_DOUBLE, sides[i].rank, LAYERS_TAG,
                  MPI_COMM_WORLD, &requests[started++]);
    }
    for (int i = 0; i < side_count; i++) {
        copy_columns(&sides[i], true);
        MPI_Isend(sides[i].outgoing, sides[i].length, MPI_DOUBLE, sides[i].rank, LAYERS_TAG,
                  MPI_COMM_WORLD, &requests[started++]);
    }
    for (int i = 0; i < started; i++) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < side_count; i++) copy_columns(&sides[i], false);
}

/* Receives the lines before a plane, from the side where a sweep comes from. */
static void receive_lines(int k, bool lower) {
    int next_y = lower ? low_y : high_y, next_x = lower ? low_x : high_x;
    if (next_x >= 0) {
        MPI_Recv(line, (to_y - from_y) * COMPONENTS, MPI_DOUBLE, next_x, LINE_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        for (int j = from_y; j < to_y; j++) {
            memcpy(v + at_point(k, j, lower ? -1 : size_x), line + (j - from_y) * COMPONENTS,
                   COMPONENTS * sizeof *v);
        }
    }
    if (next_y >= 0) {
        MPI_Recv(v + at_point(k, lower ? -1 : size_y, from_x), (to_x - from_x) * COMPONENTS,
                 MPI_DOUBLE, next_y, LINE_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Sends the last lines of a plane to where a sweep goes. */
static void send_lines(int k, bool lower) {
    int next_y = lower ? high_y : low_y, next_x = lower ? high_x : low_x;
    if (next_x >= 0) {
        for (int j = from_y; j < to_y; j++) {
            memcpy(line + (j - from_y) * COMPONENTS, v + at_point(k, j, lower ? size_x - 1 : 0),
                   COMPONENTS * sizeof *v);
        }
        MPI_Send(line, (to_y - from_y) * COMPONENTS, MPI_DOUBLE, next_x, LINE_TAG, MPI_COMM_WORLD);
    }
    if (next_y >= 0) {
        MPI_Send(v + at_point(k, lower ? size_y - 1 : 0, from_x), (to_x - from_x) * COMPONENTS,
                 MPI_DOUBLE, next_y, LINE_TAG, MPI_COMM_WORLD);
    }
}

/* The fourth difference omits points beyond the boundary. */
static double *factors(direction along, int first, int points) {
    double second = along.damping / (step * step);
    double *result = allocate((size_t)points * FACTORS, sizeof *result);
    for (int i = 0; i < points; i++) {
        int below = first + i, above = n - 1 - below;
        double *f = result + i * FACTORS;
        f[0] = below > 2 ? -DISSIPATION : 0;
        f[1] = second + (below > 1 ? 4 * DISSIPATION : 0);
        f[2] = -2 * second - (below > 1 && above > 1 ? 6 : 5) * DISSIPATION;
        f[3] = second + (above > 1 ? 4 * DISSIPATION : 0);
        f[4] = above > 2 ? -DISSIPATION : 0;
    }
    return result;
}

static void compute_specific(int start, int points) {
    const double *restrict of = u + start;
    double *restrict to = specific + start;
    for (int at = 0; at < points * COMPONENTS; at += COMPONENTS) {
        double inverse = 1 / of[at];
        to[at] = inverse;
        to[at + 1] = inverse * of[at + 1];
        to[at + 2] = inverse * of[at + 2];
        to[at + 3] = inverse * of[at + 3];
        to[at + ENERGY] = inverse * of[at + ENERGY];
    }
}

static inline double pressure(const double *of, const double *w) {
    double work = of[1] * w[1] + of[2] * w[2] + of[3] * w[3];
    return C2 * (of[ENERGY] - 0.5 * work);
}

static inline void add_convection(direction along, int start, int stride) {
    const double factor = 1 / (2 * step);
    const int normal = along.normal, first = along.first, second = along.second;
    const double *restrict of = u + start, *restrict w = specific + start;
    double *restrict to = v + start;
    for (int at = 0; at < (to_x - from_x) * COMPONENTS; at += COMPONENTS) {
        int low = at - stride, high = at + stride;
        double low_speed = w[low + normal], high_speed = w[high + normal];
        double low_pressure = pressure(of + low, w + low);
        double high_pressure = pressure(of + high, w + high);
        to[at] -= factor * (of[high + normal] - of[low + normal]);
        to[at + normal] -= factor * (of[high + normal] * high_speed + high_pressure
                                     - (of[low + normal] * low_speed + low_pressure));
        to[at + first] -= factor * (of[high + first] * high_speed - of[low + first] * low_speed);
        to[at + second] -= factor * (of[high + second] * high_speed - of[low + second] * low_speed);
        to[at + ENERGY] -= factor * ((of[high + ENERGY] + high_pressure) * high_speed
                                     - (of[low + ENERGY] + low_pressure) * low_speed);
    }
}

static inline void add_viscosity(direction along, int start, int stride) {
    const double factor = C34 / (step * step);
    const int normal = along.normal, first = along.first, second = along.second;
    const double *restrict w = specific + start;
    double *restrict to = v + start;
    for (int at = 0; at < (to_x - from_x) * COMPONENTS; at += COMPONENTS) {
        int low = at - stride, high = at + stride;
        double n0 = w[low + normal], n1 = w[at + normal], n2 = w[high + normal];
        double f0 = w[low + first], f1 = w[at + first], f2 = w[high + first];
        double s0 = w[low + second], s1 = w[at + second], s2 = w[high + second];
        to[at + normal] += factor * R43 * (n0 - 2 * n1 + n2);
        to[at + first] += factor * (f0 - 2 * f1 + f2);
        to[at + second] += factor * (s0 - 2 * s1 + s2);
        double normals = n0 * n0 - 2 * n1 * n1 + n2 * n2;
        double across = f0 * f0 - 2 * f1 * f1 + f2 * f2 + (s0 * s0 - 2 * s1 * s1 + s2 * s2);
        double energies = w[low + ENERGY] - 2 * w[at + ENERGY] + w[high + ENERGY];
        to[at + ENERGY] += factor * (0.5 * (1 - C15) * (normals + across) + (1 / 6.0) * normals
                                     + C15 * energies);
    }
}

/* Artificial viscosity along y or z, with the same factors for all points of a line. */
static void add_differences(const double *f, int start, int stride) {
    const double *restrict of = u + start;
    double *restrict to = v + start;
    const double f0 = f[0], f1 = f[1], f2 = f[2], f3 = f[3], f4 = f[4];
    for (int at = 0; at < (to_x - from_x) * COMPONENTS; at++) {
        to[at] += f0 * of[at - 2 * stride] + f1 * of[at - stride] + f2 * of[at]
                  + f3 * of[at + stride] + f4 * of[at + 2 * stride];
    }
}

static void add_differences_x(int start) {
    for (int i = from_x; i < to_x; i++) {
        const double *restrict of = u + start + (i - from_x) * COMPONENTS;
        const double *restrict f = factors_x + i * FACTORS;
        double *restrict to = v + start + (i - from_x) * COMPONENTS;
        for (int m = 0; m < COMPONENTS; m++) {
            to[m] += f[0] * of[m - 2 * COMPONENTS] + f[1] * of[m - COMPONENTS] + f[2] * of[m]
                     + f[3] * of[m + COMPONENTS] + f[4] * of[m + 2 * COMPONENTS];
        }
    }
}

static void compute_residual(void) {
    exchange_layers();
    for (int k = 0; k < n; k++) {
        for (int j = from_y - 1; j <= to_y; j++) {
            compute_specific(at_point(k, j, from_x - 1), to_x - from_x + 2);
        }
    }
    for (int k = 1; k < n - 1; k++) {
        for (int j = from_y; j < to_y; j++) {
            int start = at_point(k, j, from_x), end = at_point(k, j, to_x);
            for (int at = start; at < end; at++) v[at] = -forcing[at];
            add_convection(along_x, start, COMPONENTS);
            add_viscosity(along_x, start, COMPONENTS);
            add_differences_x(start);
            add_convection(along_y, start, stride_y);
            add_viscosity(along_y, start, stride_y);
            add_differences(factors_y + j * FACTORS, start, stride_y);
            add_convection(along_z, start, stride_z);
            add_viscosity(along_z, start, stride_z);
            add_differences(factors_z + k * FACTORS, start, stride_z);
        }
    }
}

/* Adds the product of a neighbour's block with its part of v to the right-hand side. The product
 * with the Jacobian matrix of the fluxes is their derivative. */
static inline void add_product(direction along, double c, double viscosity, int from,
                               double *restrict to) {
    const double *restrict w = specific + from, *restrict of = v + from;
    const int normal = along.normal, first = along.first, second = along.second;
    const double d = viscosity * along.damping, e = viscosity * w[0];
    double x = w[normal], y = w[first], z = w[second];
    double mass = of[0], mass_x = of[normal], mass_y = of[first], mass_z = of[second];
    double energy = of[ENERGY];
    /* derivatives of the velocities and of the energy per mass, times the density */
    double velocity_x = mass_x - x * mass, velocity_y = mass_y - y * mass;
    double velocity_z = mass_z - z * mass, heat = energy - w[ENERGY] * mass;
    double kinetic = 0.5 * (x * x + y * y + z * z);
    double pressed = C2 * (kinetic * mass - x * mass_x - y * mass_y - z * mass_z + energy);
    double enthalpy = C1 * w[ENERGY] - C2 * kinetic;
    double friction = (R43 * C34 - C1345) * x * velocity_x
                      + (C34 - C1345) * (y * velocity_y + z * velocity_z) + C1345 * heat;
    to[0] += c * mass_x + d * mass;
    to[normal] += c * (x * (mass_x + velocity_x) + pressed) + d * mass_x
                  + e * (R43 * C34) * velocity_x;
    to[first] += c * (x * velocity_y + y * mass_x) + d * mass_y + e * C34 * velocity_y;
    to[second] += c * (x * velocity_z + z * mass_x) + d * mass_z + e * C34 * velocity_z;
    to[ENERGY] += c * (x * (energy + pressed) + enthalpy * velocity_x) + d * energy + e * friction;
}

/* Solves with the block on the diagonal. */
static inline void solve_diagonal(double diagonal, double viscosity, int at, double *restrict to) {
    const double *restrict w = specific + at;
    double factor = viscosity * w[0], x = w[1], y = w[2], z = w[3];
    double mass = to[0] / diagonal;
    double inverse = 1 / (diagonal + factor * ALL_C34), drag = factor * ALL_C34 * mass;
    double mass_x = (to[1] + drag * x) * inverse;
    double mass_y = (to[2] + drag * y) * inverse;
    double mass_z = (to[3] + drag * z) * inverse;
    double slowing = x * (x * mass - mass_x) + y * (y * mass - mass_y) + z * (z * mass - mass_z);
    double work = (ALL_C34 - ALL_C1345) * slowing;
    double heat = ALL_C1345 * w[ENERGY] * mass;
    to[0] = mass;
    to[1] = mass_x;
    to[2] = mass_y;
    to[3] = mass_z;
    to[ENERGY] = (to[ENERGY] + factor * (work + heat)) / (diagonal + factor * ALL_C1345);
}

static void add_products_across(double viscosity, int start_z, int start_y) {
    const int length = (to_x - from_x) * COMPONENTS;
    const double c = convection;
    for (int i = 0; i < length; i += COMPONENTS) {
        add_product(along_z, c, viscosity, start_z + i, right + i);
    }
    for (int i = 0; i < length; i += COMPONENTS) {
        add_product(along_y, c, viscosity, start_y + i, right + i);
    }
}

static void solve_lower_line(int start) {
    const double c = convection, viscosity = OMEGA * problem->time_step / (step * step);
    const double own = diagonal, own_viscosity = diagonal_viscosity;
    const int length = (to_x - from_x) * COMPONENTS;
    for (int i = 0; i < length; i++) right[i] = problem->time_step * v[start + i];
    add_products_across(viscosity, start - stride_z, start - stride_y);
    for (int i = 0; i < length; i += COMPONENTS) {
        add_product(along_x, c, viscosity, start + i - COMPONENTS, right + i);
        solve_diagonal(own, own_viscosity, start + i, right + i);
        for (int m = 0; m < COMPONENTS; m++) v[start + i + m] = right[i + m];
    }
}

static void solve_upper_line(int start) {
    const double c = convection, viscosity = -OMEGA * problem->time_step / (step * step);
    const double own = diagonal, own_viscosity = diagonal_viscosity;
    const int length = (to_x - from_x) * COMPONENTS;
    for (int i = 0; i < length; i++) right[i] = 0;
    add_products_across(viscosity, start + stride_z, start + stride_y);
    for (int i = length - COMPONENTS; i >= 0; i -= COMPONENTS) {
        add_product(along_x, c, viscosity, start + i + COMPONENTS, right + i);
        solve_diagonal(own, own_viscosity, start + i, right + i);
        for (int m = 0; m < COMPONENTS; m++) v[start + i + m] -= right[i + m];
    }
}

static void sweep_lower(void) {
    for (int k = 1; k < n - 1; k++) {
        receive_lines(k, true);
        for (int j = from_y; j < to_y; j++) solve_lower_line(at_point(k, j, from_x));
        send_lines(k, true);
    }
}

static void sweep_upper(void) {
    for (int k = n - 2; k > 0; k--) {
        receive_lines(k, false);
        for (int j = to_y - 1; j >= from_y; j--) solve_upper_line(at_point(k, j, from_x));
        send_lines(k, false);
    }
}

static void update(void) {
    const double factor = 1 / (OMEGA * (2 - OMEGA));
    for (int k = 1; k < n - 1; k++) {
        for (int j = from_y; j < to_y; j++) {
            double *restrict to = u + at_point(k, j, from_x);
            const double *restrict by = v + at_point(k, j, from_x);
            for (int i = 0; i < (to_x - from_x) * COMPONENTS; i++) to[i] += factor * by[i];
        }
    }
}

/* Makes sums over this rank's points the root mean squares of all. */
static void root_means(double *sums) {
    MPI_Allreduce(MPI_IN_PLACE, sums, COMPONENTS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    for (int m = 0; m < COMPONENTS; m++) sums[m] = sqrt(sums[m] / pow(n - 2, 3));
}

static void compute_norms(void) {
    for (int k = 1; k < n - 1; k++) {
        for (int j = from_y; j < to_y; j++) {
            for (int at = at_point(k, j, from_x); at < at_point(k, j, to_x); at += COMPONENTS) {
                for (int m = 0; m < COMPONENTS; m++) norms[m] += v[at + m] * v[at + m];
            }
        }
    }
    root_means(norms);
}

void prepare(void) {
    const char *wanted = text_option("-class", "S");
    for (int i = 0; i < PROBLEMS; i++) {
        if (problems[i].name == wanted[0] && !wanted[1]) problem = &problems[i];
    }
    if (!problem) {
        fprintf(stderr, "lu: no such class: %s; there are S, W, A, B\n", wanted);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    n = problem->n;
    cut_grid();
    size_t length = (size_t)(n + 2) * (size_t)stride_z;
    u = allocate(length, sizeof *u);
    specific = allocate(length, sizeof *specific);
    v = allocate(length, sizeof *v);
    forcing = allocate(length, sizeof *forcing);
    /* not 0 where there are no points: the density is divided by */
    for (size_t i = 0; i < length; i++) u[i] = 1;
    right = allocate((size_t)(to_x - from_x) * COMPONENTS, sizeof *right);
    add_sides();
    factors_x = factors(along_x, first_x, size_x);
    factors_y = factors(along_y, first_y, size_y);
    factors_z = factors(along_z, 0, n);
    convection = OMEGA * problem->time_step / (2 * step);
    diagonal_viscosity = 2 * problem->time_step / (step * step);
    diagonal = 1 + diagonal_viscosity * (along_x.damping + along_y.damping + along_z.damping);
    /* the forcing makes the residual of the exact solution 0 */
    set_exact();
    compute_residual();
    memcpy(forcing, v, length * sizeof *v);
    set_initial();
    compute_residual();
}

void compute(void) {
    for (int iteration = 0; iteration < problem->iterations; iteration++) {
        sweep_lower();
        sweep_upper();
        update();
        compute_residual();
    }
    compute_norms();
}

static void compute_errors(double *sums) {
    for (int k = 1; k < n - 1; k++) {
        for (int j = from_y; j < to_y; j++) {
            for (int i = from_x; i < to_x; i++) {
                double x = (first_x + i) * step, y = (first_y + j) * step;
                for (int m = 0; m < COMPONENTS; m++) {
                    double error = exact(m, x, y, k * step) - u[at_point(k, j, i) + m];
                    sums[m] += error * error;
                }
            }
        }
    }
    root_means(sums);
}

static double point_pressure(int at) {
    double square = u[at + 1] * u[at + 1] + u[at + 2] * u[at + 2] + u[at + 3] * u[at + 3];
    return C2 * (u[at + ENERGY] - 0.5 * square / u[at]);
}

/* The integral of the pressure over the faces of a box, by the trapezoidal rule. */
static double integral(void) {
    const int last_x = n - 2, last_y = n - 3, last_z = n - 2;
    double sum = 0, total;
    for (int k = 2; k <= last_z; k++) {
        int weight_z = k == 2 || k == last_z ? 1 : 2;
        for (int j = from_y; j < to_y && first_y + j <= last_y; j++) {
            int weight_y = first_y + j == 1 || first_y + j == last_y ? 1 : 2;
            for (int i = from_x; i < to_x; i++) {
                int weight_x = first_x + i == 1 || first_x + i == last_x ? 1 : 2;
                /* a weight of 1 marks a face */
                int weight = (2 - weight_x) * weight_y * weight_z
                             + weight_x * (2 - weight_y) * weight_z
                             + weight_x * weight_y * (2 - weight_z);
                if (weight != 0) sum += weight * point_pressure(at_point(k, j, i));
            }
        }
    }
    MPI_Allreduce(&sum, &total, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return 0.25 * step * step * total;
}

static bool is_near(double value, double expected) {
    return fabs((value - expected) / expected) <= TOLERANCE;
}

void verify(double *value, bool *correct) {
    double errors[COMPONENTS] = {0};
    compute_errors(errors);
    *value = integral();
    *correct = is_near(*value, problem->integral);
    for (int m = 0; m < COMPONENTS; m++) {
        *correct &= is_near(norms[m], problem->residual[m]);
        *correct &= is_near(errors[m], problem->error[m]);
    }
}
