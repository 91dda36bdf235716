/* The twin of LaplaceSolution.java: values on a square or cube of n points in each direction,
 * within a boundary, whose relaxation is given by a formula: a polynomial that equals the mean of
 * its neighbours, and products of sines that are zero on the boundary. These modes are eigenvectors
 * of the mean of all neighbours, so that the exact result of any number of steps only differs in
 * their amplitudes. */
#ifndef LAPLACE_SOLUTION_H
#define LAPLACE_SOLUTION_H
#include "application.h"
#include <math.h>

#define MODES 3
#define MAX_AXES 3
#define PI 3.14159265358979323846

struct laplace_solution {
    int n;
    double *sine[MODES][MAX_AXES];  /* sin(pi wave i / (n + 1)) */
    double eigenvalue[MODES];       /* the factor between a mode and the mean of its neighbours */
};

/* The amplitudes of the modes at the start. */
static const double start_amplitudes[MODES] = {1, 0.5, 0.25};

static inline double *sine_table(int n, int wave) {
    double *sine = allocate((size_t)n + 2, sizeof *sine);
    for (int i = 0; i < n + 2; i++) {
        /* Whole turns would cost digits. */
        int64_t reduced = (int64_t)wave * i % (2 * ((int64_t)n + 1));
        sine[i] = sin(PI * (double)reduced / (n + 1));
    }
    return sine;
}

static inline struct laplace_solution make_solution(int n, int axes) {
    /* Low waves decay slowly; the highest one changes its sign from point to point. */
    const int waves[MODES][MAX_AXES] = {{1, 1, 1}, {2, 3, 1}, {n, n, n}};
    struct laplace_solution solution = {.n = n};
    for (int mode = 0; mode < MODES; mode++) {
        for (int axis = 0; axis < axes; axis++) {
            int wave = waves[mode][axis] < n ? waves[mode][axis] : n;
            solution.sine[mode][axis] = sine_table(n, wave);
            solution.eigenvalue[mode] += cos(PI * wave / (n + 1)) / axes;
        }
    }
    return solution;
}

/* The value at a point of a square, counted from 1, with these amplitudes of the modes. */
static inline double solution_2d(const struct laplace_solution *solution, const double *amplitudes,
                                 int row, int column) {
    double x = (double)row / (solution->n + 1), y = (double)column / (solution->n + 1);
    double sum = x * x - y * y + x * y;
    for (int mode = 0; mode < MODES; mode++) {
        double *const *sine = solution->sine[mode];
        sum += amplitudes[mode] * sine[0][row] * sine[1][column];
    }
    return sum;
}

/* The value at a point of a cube, counted from 1, with these amplitudes of the modes. */
static inline double solution_3d(const struct laplace_solution *solution, const double *amplitudes,
                                 int plane, int row, int column) {
    double x = (double)plane / (solution->n + 1), y = (double)row / (solution->n + 1);
    double z = (double)column / (solution->n + 1);
    double sum = x * x + y * y - 2 * z * z + x * y * z;
    for (int mode = 0; mode < MODES; mode++) {
        double *const *sine = solution->sine[mode];
        sum += amplitudes[mode] * sine[0][plane] * sine[1][row] * sine[2][column];
    }
    return sum;
}
#endif
