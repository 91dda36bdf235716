/* The computation of IMB-NBC, without calls of MPI; counterpart of Computation.java. */
#ifndef COMPUTE_H
#define COMPUTE_H
#include <mpi.h>

enum { UNIT = 64, CALIBRATION_UNITS = 20000 };

double vector[UNIT];            /* not static, so that compilers keep it */

static inline void compute(long units) {
    for (long i = 0; i < units; i++)
        for (int k = 0; k < UNIT; k++) vector[k] = vector[k] * 0.999999 + 1;
}

static inline double seconds_of(long units) {
    double start = MPI_Wtime();
    compute(units);
    return MPI_Wtime() - start;
}

/* units of work that this rank computes in a time */
static inline long units_for(double seconds) {
    compute(CALIBRATION_UNITS);
    long units = (long)(seconds / seconds_of(CALIBRATION_UNITS) * CALIBRATION_UNITS + 0.5);
    return units < 1 ? 1 : units;
}

/* IMB's overlap: the hidden part of the shorter of communication and computation, in per cent */
static inline double hidden_percent(double overlapped, double pure, double computing) {
    double hidden = (pure + computing - overlapped) / (pure < computing ? pure : computing);
    return 100 * (hidden < 0 ? 0 : hidden > 1 ? 1 : hidden);
}
#endif
