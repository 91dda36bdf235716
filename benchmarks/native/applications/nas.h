/* What the programs of the NAS Parallel Benchmarks share. */
#ifndef NAS_H
#define NAS_H
#include "application.h"
#include <math.h>

#define NAS_SEED UINT64_C(314159265)

/* Ends the program with a message unless a condition holds. */
static inline void require(bool holds, const char *message) {
    if (holds) return;
    fprintf(stderr, "%s: %s\n", name, message);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* The place of the option -class among the letters of the classes. */
static inline int class_number(const char *letters) {
    const char *wanted = text_option("-class", "S");
    const char *found = strchr(letters, *wanted);
    require(*wanted && !wanted[1] && found, "no such class");
    return (int)(found - letters);
}

static inline bool is_near(double value, double expected, double tolerance) {
    return fabs((value - expected) / expected) <= tolerance;
}
#endif
