/* The part of a communication that is hidden by computation, defined as in IMB-NBC; the twin of
 * bench.Overlap, which describes it:
 *   overlap [-b put,get,isend,ibarrier,iallreduce] [-s sizes] [-p polls] [-t seconds] [-w warm-up seconds]
 */
#include "steps.h"
#include "compute.h"

enum { TAG = 1, UNUSED_TAG = 2, TARGET = 1 };

static MPI_Win win;
static MPI_Request requests[2];
static char *out, *in;
static int n, polls, started, rank, ranks;
static long units;

static void put(void) {
    if (!rank) MPI_Put(out, n, MPI_BYTE, TARGET, 0, n, MPI_BYTE, win);
}
static void get(void) {
    if (!rank) MPI_Get(in, n, MPI_BYTE, TARGET, 0, n, MPI_BYTE, win);
}
static void flush(void) { if (!rank) MPI_Win_flush(TARGET, win); }
static void isend(void) {
    started = 2;
    MPI_Irecv(in, n, MPI_BYTE, (rank + ranks - 1) % ranks, TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, n, MPI_BYTE, (rank + 1) % ranks, TAG, MPI_COMM_WORLD, &requests[1]);
}
static void ibarrier(void) {
    started = 1;
    MPI_Ibarrier(MPI_COMM_WORLD, requests);
}
static void iallreduce(void) {
    started = 1;
    MPI_Iallreduce(out, in, n / 4, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD, requests);
}
static void wait_all(void) {
    MPI_Waitall(started, requests, MPI_STATUSES_IGNORE);
    started = 0;
}

static const struct operation {
    const char *name;
    void (*start)(void), (*complete)(void);
} all[] = {
    {"put", put, flush}, {"get", get, flush}, {"isend", isend, wait_all},
    {"ibarrier", ibarrier, wait_all}, {"iallreduce", iallreduce, wait_all},
};
static const struct operation *current;

/* tests the first request that is not complete; without requests, probes */
static void poll_once(void) {
    int flag;
    for (int i = 0; i < started; i++) {
        if (requests[i] == MPI_REQUEST_NULL) continue;
        MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
        return;
    }
    if (!started) MPI_Iprobe(MPI_ANY_SOURCE, UNUSED_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

static void compute_and_poll(void) {
    long part = units / (polls + 1);
    if (!units) return;
    for (int i = 0; i < polls; i++) {
        compute(part);
        poll_once();
    }
    compute(units - part * polls);
}

static double loop(long iterations) {
    double sum = 0;
    for (long i = 0; i < iterations; i++) {
        double start = MPI_Wtime();
        current->start();
        compute_and_poll();
        current->complete();
        sum += MPI_Wtime() - start;
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return sum;
}

static void measure(size_t bytes) {
    double pure[MB_BATCHES], both[MB_BATCHES];
    char name[64];
    n = (int)bytes;
    units = 0;
    long iterations = steps_clocked(MPI_COMM_WORLD, loop, pure);
    double pure_s = steps_median(pure);
    long agreed = units_for(pure_s);
    MPI_Bcast(&agreed, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    units = agreed;
    double computing = seconds_of(units);
    long more = steps_clocked(MPI_COMM_WORLD, loop, both);
    if (rank) return;
    snprintf(name, sizeof name, "%s_pure", current->name);
    steps_print(name, ranks, bytes, iterations, pure);
    steps_print(current->name, ranks, bytes, more, both);
    printf("O,%s,%d,%d,%.4f,%.1f\n", current->name, ranks, n, computing * 1e6,
           hidden_percent(steps_median(both), pure_s, computing));
    fflush(stdout);
}

static void measure_named(const char *name, const size_t *sizes, int count) {
    for (int k = 0; k < COUNT(all); k++) {
        if (strcmp(name, all[k].name)) continue;
        current = &all[k];
        if (current->start == ibarrier) measure(0);
        for (int i = 0; current->start != ibarrier && i < count; i++) measure(sizes[i]);
        return;
    }
    steps_fail("no such operation", name);
}

int main(int argc, char **argv) {
    size_t sizes[64];
    char *base;
    MPI_Init(&argc, &argv);
    steps_begin(argc, argv);
    rank = steps_rank;
    ranks = steps_ranks;
    polls = atoi(steps_option("-p", "0"));
    int count = mb_sizes(steps_option("-s", "8,1K,64K,1M"), sizes, 64);
    size_t longest = sizes[count - 1];
    out = mb_alloc(longest);
    in = mb_alloc(longest);
    MPI_Win_allocate(longest, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    memset(base, 0, longest);
    MPI_Win_lock_all(0, win);
    char *names = strdup(steps_option("-b", "put,get,isend,ibarrier,iallreduce")), *save = NULL;
    for (char *name = strtok_r(names, ",", &save); name; name = strtok_r(NULL, ",", &save))
        measure_named(name, sizes, count);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
