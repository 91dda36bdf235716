/* What the applications share: the twin of Applications.java. A program defines
 *
 *   prepare    allocates and fills what the kernel works on
 *   compute    the timed part
 *   verify     sets the value and whether it is right, on rank 0
 *
 * and rank 0 prints A,name,ranks,kernel s,communication s,value,true or false. Arguments are
 * -name value; -communication measures the mean time of a rank in calls of MPI (communication.c).
 */
#ifndef APPLICATION_H
#define APPLICATION_H
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const char *const name;
extern int rank, size;

void prepare(void);
void compute(void);
void verify(double *value, bool *correct);

/* The value of an option, the last one if it is given more than once. */
const char *text_option(const char *option, const char *otherwise);
int number_option(const char *option, int otherwise);

/* Zeroed memory; ends the program when there is none. */
void *allocate(size_t count, size_t bytes);

/* Random numbers of the NAS Parallel Benchmarks: x' = a x mod 2^46. */
#define NAS_A UINT64_C(1220703125)
#define NAS_MASK ((UINT64_C(1) << 46) - 1)

static inline double nas_next(uint64_t *x) {
    *x = *x * NAS_A & NAS_MASK;
    return (double)*x * 0x1p-46;
}

/* The seed after a number of steps from another one. */
uint64_t nas_skip(uint64_t seed, uint64_t multiplier, uint64_t steps);
#endif
