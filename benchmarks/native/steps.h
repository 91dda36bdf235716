/* Measurements of a step, alone or by all ranks together, for the twins of programs in package bench:
 * options -t (seconds of a measurement, default 0.2) and -w (seconds of warm-up, default 0.05).
 */
#ifndef STEPS_H
#define STEPS_H
#include "mb.h"

#define COUNT(array) (int)(sizeof array / sizeof *array)

static int steps_rank, steps_ranks, steps_words;
static char **steps_arguments;
static double steps_budget_s = 0.2, steps_warm_up_s = 0.05;

static inline void steps_fail(const char *what, const char *value) {
    fprintf(stderr, "%s: %s\n", what, value);
    MPI_Abort(MPI_COMM_WORLD, 2);
}

static inline int steps_flag(const char *name) {
    for (int i = 1; i < steps_words; i++) if (!strcmp(steps_arguments[i], name)) return 1;
    return 0;
}

static inline const char *steps_option(const char *name, const char *otherwise) {
    for (int i = 1; i + 1 < steps_words; i++)
        if (!strcmp(steps_arguments[i], name)) return steps_arguments[i + 1];
    return otherwise;
}

static inline void steps_begin(int argc, char **argv) {
    steps_words = argc;
    steps_arguments = argv;
    MPI_Comm_rank(MPI_COMM_WORLD, &steps_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &steps_ranks);
    steps_budget_s = atof(steps_option("-t", "0.2"));
    steps_warm_up_s = atof(steps_option("-w", "0.05"));
}

/* seconds of one iteration */
static inline double steps_seconds(void (*step)(void), long iterations) {
    double start = MPI_Wtime();
    for (long i = 0; i < iterations; i++) step();
    return (MPI_Wtime() - start) / iterations;
}

static inline long steps_of_batch(double each_s) {
    double count = steps_budget_s / MB_BATCHES / (each_s > 0 ? each_s : 1e-8);
    return count < 1 ? 1 : (long)count;
}

/* a step of this rank alone; returns the iterations of all batches */
static inline long steps_alone(void (*step)(void), double *batches) {
    double spent = 0, latest = 0;
    for (long n = 4; spent < steps_warm_up_s; n = n < 1 << 16 ? 2 * n : n) {
        /* not the shortest: the first steps may only fill a queue */
        latest = steps_seconds(step, n);
        spent += latest * n;
    }
    long n = steps_of_batch(latest);
    for (int i = 0; i < MB_BATCHES; i++) batches[i] = steps_seconds(step, n);
    return n * MB_BATCHES;
}

/* iterations of all ranks of a communicator, of which loop returns the seconds that count; batches: of
 * the slowest rank, on all ranks */
static inline long steps_clocked(MPI_Comm comm, double (*loop)(long iterations), double *batches) {
    double spent = 0, shortest = 1e9;
    int go = 1;
    for (long n = 4; go; n = n < 1 << 16 ? 2 * n : n) {
        double start = MPI_Wtime(), own = loop(n);
        MPI_Allreduce(MPI_IN_PLACE, &own, 1, MPI_DOUBLE, MPI_MAX, comm);
        double all = MPI_Wtime() - start;
        spent += all;
        if (all / n < shortest) shortest = all / n;
        go = spent < steps_warm_up_s;
        MPI_Bcast(&go, 1, MPI_INT, 0, comm);
    }
    long n = steps_of_batch(shortest);
    MPI_Bcast(&n, 1, MPI_LONG, 0, comm);
    for (int i = 0; i < MB_BATCHES; i++) {
        MPI_Barrier(comm);
        batches[i] = loop(n) / n;
        MPI_Allreduce(MPI_IN_PLACE, &batches[i], 1, MPI_DOUBLE, MPI_MAX, comm);
    }
    return n * MB_BATCHES;
}

static void (*steps_repeated)(void);

static inline double steps_loop(long iterations) {
    return steps_seconds(steps_repeated, iterations) * iterations;
}

/* a step that all ranks of a communicator run equally often */
static inline long steps_together(MPI_Comm comm, void (*step)(void), double *batches) {
    steps_repeated = step;
    return steps_clocked(comm, steps_loop, batches);
}

static inline void steps_divide(double *batches, int parts) {
    for (int i = 0; i < MB_BATCHES; i++) batches[i] /= parts;
}

static inline double steps_median(double *batches) {
    qsort(batches, MB_BATCHES, sizeof *batches, mb_compare);
    return batches[MB_BATCHES / 2];
}

/* R,name,ranks,bytes,iterations,mean,median,shortest,longest batch, in microseconds */
static inline void steps_print(const char *name, int ranks, size_t bytes, long iterations,
                               double *batches) {
    double sum = 0, median = steps_median(batches);
    for (int i = 0; i < MB_BATCHES; i++) sum += batches[i];
    printf("R,%s,%d,%zu,%ld,%.4f,%.4f,%.4f,%.4f\n", name, ranks, bytes, iterations,
           sum / MB_BATCHES * 1e6, median * 1e6, batches[0] * 1e6, batches[MB_BATCHES - 1] * 1e6);
    fflush(stdout);
}
#endif
