/* Accesses of rank 0 to a window of rank 1, each followed by a flush, under one lock_all; rank 1 waits
 * in a barrier, or with -c computes without a call of MPI. The twin of bench.OneSided:
 *   one_sided [-b put,get,acc,fop,cas,putcall,putbw,getbw] [-s sizes] [-t seconds] [-w warm-up seconds] [-c] [-x]
 * -x locks the target exclusively instead. putbw and getbw are 64 accesses with one flush, putcall is a put without a flush. Prints
 *   R,name,ranks,bytes,iterations,mean,median,shortest,longest batch       (microseconds)
 * A library that updates windows with the help of the target only never ends with -c; -l seconds
 * limits the computation of the target after each measurement starts (0: unlimited).
 */
#include "steps.h"

enum { TARGET = 1, IN_FLIGHT = 64 };

static MPI_Win win;
static char *origin, *base;
static long one = 1, result, expected;
static size_t ends;             /* where rank 0 counts the measurements that have ended */
static long measurements;
static int computing;
static double limit_s;
volatile double computed;       /* not static, so that compilers keep it */
static int bytes;

static void put(void) { MPI_Put(origin, bytes, MPI_BYTE, TARGET, 0, bytes, MPI_BYTE, win); }
static void get(void) { MPI_Get(origin, bytes, MPI_BYTE, TARGET, 0, bytes, MPI_BYTE, win); }
static void flush(void) { MPI_Win_flush(TARGET, win); }
static void put_flush(void) { put(); flush(); }
static void get_flush(void) { get(); flush(); }
static void accumulate(void) {
    MPI_Accumulate(origin, bytes / 8, MPI_LONG, TARGET, 0, bytes / 8, MPI_LONG, MPI_SUM, win);
    flush();
}
static void fetch_and_op(void) {
    MPI_Fetch_and_op(&one, &result, MPI_LONG, TARGET, 0, MPI_SUM, win);
    flush();
}
static void compare_and_swap(void) {
    MPI_Compare_and_swap(origin, &expected, &result, MPI_LONG, TARGET, 0, win);
    flush();
}
static void puts_flush(void) {
    for (int i = 0; i < IN_FLIGHT; i++) put();
    flush();
}
static void gets_flush(void) {
    for (int i = 0; i < IN_FLIGHT; i++) get();
    flush();
}

static const struct { const char *name; void (*step)(void); int has_one_size; } all[] = {
    {"put", put_flush, 0}, {"get", get_flush, 0}, {"acc", accumulate, 0}, {"fop", fetch_and_op, 1},
    {"cas", compare_and_swap, 1}, {"putcall", put, 0}, {"putbw", puts_flush, 0}, {"getbw", gets_flush, 0},
};

/* the target computes until rank 0 has counted the measurement */
static void compute_until_end(void) {
    volatile long *ended = (volatile long *)(base + ends);
    double start = MPI_Wtime();
    while (*ended < measurements && (!limit_s || MPI_Wtime() - start < limit_s)) {
        double sum = 0;
        for (int i = 1; i < 1000; i++) sum += 1.0 / i;
        computed += sum;
        __sync_synchronize();
    }
}

static void end_measurement(void) {
    measurements++;
    if (!steps_rank) {
        MPI_Fetch_and_op(&one, &result, MPI_LONG, TARGET, (MPI_Aint)ends, MPI_SUM, win);
        flush();
    } else if (computing) {
        compute_until_end();
    }
}

static void measure(const char *name, void (*step)(void), size_t size) {
    bytes = (int)size;
    MPI_Barrier(MPI_COMM_WORLD);
    if (!steps_rank) {
        double batches[MB_BATCHES];
        long iterations = steps_alone(step, batches);
        flush();
        steps_print(name, 2, size, iterations, batches);
    }
    end_measurement();
    MPI_Barrier(MPI_COMM_WORLD);
}

static void measure_named(const char *name, const size_t *sizes, int count) {
    for (int k = 0; k < COUNT(all); k++) {
        if (strcmp(name, all[k].name)) continue;
        if (all[k].has_one_size) measure(name, all[k].step, 8);
        for (int i = 0; !all[k].has_one_size && i < count; i++) measure(name, all[k].step, sizes[i]);
        return;
    }
    steps_fail("no such benchmark", name);
}

int main(int argc, char **argv) {
    size_t sizes[64], longest = 8;
    MPI_Init(&argc, &argv);
    steps_begin(argc, argv);
    int count = mb_sizes(steps_option("-s", "8,64,1K,4K,64K,1M,4M"), sizes, 64);
    computing = steps_flag("-c");
    limit_s = atof(steps_option("-l", "0"));
    for (int i = 0; i < count; i++) if (sizes[i] > longest) longest = sizes[i];
    ends = (longest + 7) / 8 * 8;
    origin = mb_alloc(ends + 8);
    MPI_Win_allocate(ends + 8, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    memset(base, 0, ends + 8);
    int exclusive = steps_flag("-x");
    if (!exclusive) MPI_Win_lock_all(0, win);
    else if (!steps_rank) MPI_Win_lock(MPI_LOCK_EXCLUSIVE, TARGET, 0, win);
    char *names = strdup(steps_option("-b", "put,get,acc,fop,cas,putcall,putbw,getbw")), *save = NULL;
    for (char *name = strtok_r(names, ",", &save); name; name = strtok_r(NULL, ",", &save))
        measure_named(name, sizes, count);
    if (!exclusive) MPI_Win_unlock_all(win);
    else if (!steps_rank) MPI_Win_unlock(TARGET, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
