/* EP of the NAS Parallel Benchmarks: Gaussian deviates by the polar method from 2^m pairs of random
 * numbers, counted by square annuli. The only communication is the sum at the end. -class S, W, A,
 * B, or -m for another size. */
#include "application.h"
#include <math.h>

#define SEED UINT64_C(271828183)
#define LOG_BATCH 16
#define ANNULI 10
#define TOLERANCE 1e-8

static const struct { char name; int m; double sum_x, sum_y; } classes[] = {
    {'S', 24, -3.247834652034740e3, -6.958407078382297e3},
    {'W', 25, -2.863319731645753e3, -6.320053679109499e3},
    {'A', 28, -4.295875165629892e3, -1.580732573678431e4},
    {'B', 30, 4.033815542441498e4, -2.660669192809235e4},
};
#define CLASSES (int)(sizeof classes / sizeof *classes)

const char *const name = "ep";
static int m;

/* sums of x and y, then the number of pairs in each annulus */
static double sums[2 + ANNULI], totals[2 + ANNULI];

void prepare(void) {
    char wanted = *text_option("-class", "S");
    for (int i = 0; i < CLASSES; i++) if (classes[i].name == wanted) m = classes[i].m;
    m = number_option("-m", m);
}

static void count(uint64_t batch, double *numbers) {
    uint64_t x = nas_skip(SEED, NAS_A, batch * (UINT64_C(2) << LOG_BATCH));
    for (int i = 0; i < 2 << LOG_BATCH; i++) numbers[i] = nas_next(&x);
    for (int i = 0; i < 2 << LOG_BATCH; i += 2) {
        double x1 = 2 * numbers[i] - 1, y1 = 2 * numbers[i + 1] - 1, square = x1 * x1 + y1 * y1;
        if (square <= 1) {
            double factor = sqrt(-2 * log(square) / square);
            double gauss_x = x1 * factor, gauss_y = y1 * factor;
            sums[0] += gauss_x;
            sums[1] += gauss_y;
            sums[2 + (int)fmax(fabs(gauss_x), fabs(gauss_y))]++;
        }
    }
}

void compute(void) {
    double *numbers = allocate(2 << LOG_BATCH, sizeof *numbers);
    uint64_t batches = UINT64_C(1) << (m - LOG_BATCH);
    for (uint64_t batch = (uint64_t)rank; batch < batches; batch += (uint64_t)size) {
        count(batch, numbers);
    }
    free(numbers);
    MPI_Allreduce(sums, totals, 2 + ANNULI, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static bool is_near(double value, double expected) {
    return fabs((value - expected) / expected) <= TOLERANCE;
}

void verify(double *value, bool *correct) {
    *value = totals[0];
    for (int i = 0; i < CLASSES; i++) {
        if (classes[i].m == m) {
            *correct = is_near(totals[0], classes[i].sum_x) && is_near(totals[1], classes[i].sum_y);
        }
    }
}
