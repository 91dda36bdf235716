/* Parameters of LogGP and N1/2 of puts, gets and messages from rank 0 to rank 1; the twin of
 * bench.LogP, LogGp and LineFit, which have the definitions:
 *   logp [-b put,get,send] [-s sizes] [-t seconds] [-w warm-up seconds]
 */
#include <math.h>
#include "steps.h"
#include "compute.h"

enum { STREAM = 64, GROUP = 16, TAG = 1, TARGET = 1, SIZES = 64 };

static MPI_Win win;
static MPI_Request requests[STREAM];
static char *out, *in, answer;
static int n, gets, messages;
static long units;

static void access_target(void) {
    if (gets) MPI_Get(in, n, MPI_BYTE, TARGET, 0, n, MPI_BYTE, win);
    else MPI_Put(out, n, MPI_BYTE, TARGET, 0, n, MPI_BYTE, win);
}
static void accesses(int count) {
    if (steps_rank) return;
    for (int i = 0; i < count; i++) access_target();
    MPI_Win_flush(TARGET, win);
}
static void one_access(void) { accesses(1); }
static void many_accesses(void) { accesses(STREAM); }

static void receive(void) {
    MPI_Recv(in, n, MPI_BYTE, 1 - steps_rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void ping_pong(void) {
    if (steps_rank) receive();
    MPI_Send(out, n, MPI_BYTE, 1 - steps_rank, TAG, MPI_COMM_WORLD);
    if (!steps_rank) receive();
}
static void answer_group(void) {
    if (steps_rank) MPI_Send(&answer, 1, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
    else MPI_Recv(&answer, 1, MPI_BYTE, TARGET, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void start_send(int i) {
    MPI_Isend(out, n, MPI_BYTE, TARGET, TAG, MPI_COMM_WORLD, &requests[i]);
}
static void stream(void) {
    for (int i = 0; i < STREAM; i++) {
        if (steps_rank) MPI_Irecv(in, n, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, &requests[i]);
        else start_send(i);
    }
    MPI_Waitall(STREAM, requests, MPI_STATUSES_IGNORE);
    answer_group();
}
static void receive_group(void) {
    for (int i = 0; i < GROUP; i++) receive();
}

static double group_of_calls(void) {
    if (steps_rank) {
        if (messages) { receive_group(); answer_group(); }
        return 0;
    }
    double start = MPI_Wtime();
    for (int i = 0; i < GROUP; i++) compute(units);
    double computed = MPI_Wtime();
    for (int i = 0; i < GROUP; i++) {
        if (messages) start_send(i);
        else access_target();
        compute(units);
    }
    double end = MPI_Wtime();
    if (messages) {
        MPI_Waitall(GROUP, requests, MPI_STATUSES_IGNORE);
        answer_group();
    } else {
        MPI_Win_flush(TARGET, win);
    }
    return (end - computed) - (computed - start);
}
static double sending(long iterations) {
    double sum = 0;
    for (long i = 0; i < iterations; i++) sum += group_of_calls();
    return sum > 0 ? sum / GROUP : 0;
}

static double group_of_receives(void) {
    if (!steps_rank) {
        for (int i = 0; i < GROUP; i++) start_send(i);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Waitall(GROUP, requests, MPI_STATUSES_IGNORE);
        return 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    receive_group();
    return MPI_Wtime() - start;
}
static double receiving(long iterations) {
    double sum = 0;
    for (long i = 0; i < iterations; i++) sum += group_of_receives();
    return sum / GROUP;
}

struct line { double intercept, slope, residual; };

/* as LineFit.java */
static struct line fit(const double *x, const double *y, int count) {
    double w = 0, wx = 0, wy = 0, covariance = 0, variance = 0, sum = 0;
    struct line line;
    for (int i = 0; i < count; i++) {
        double weight = 1 / (y[i] * y[i]);
        w += weight; wx += weight * x[i]; wy += weight * y[i];
    }
    for (int i = 0; i < count; i++) {
        double weight = 1 / (y[i] * y[i]);
        covariance += weight * (x[i] - wx / w) * (y[i] - wy / w);
        variance += weight * (x[i] - wx / w) * (x[i] - wx / w);
    }
    line.slope = covariance / variance;
    line.intercept = wy / w - line.slope * wx / w;
    for (int i = 0; i < count; i++) {
        double deviation = (y[i] - line.intercept - line.slope * x[i]) / y[i];
        sum += deviation * deviation;
    }
    line.residual = sqrt(sum / count);
    return line;
}

static void print_parameter(const char *kind, const char *name, double seconds) {
    if (steps_rank) return;
    double batches[MB_BATCHES];
    char full[64];
    for (int i = 0; i < MB_BATCHES; i++) batches[i] = seconds;
    snprintf(full, sizeof full, "logp_%s_%s", kind, name);
    steps_print(full, 2, 0, 1, batches);
}

static double median(const char *kind, const char *what, long iterations, double *batches) {
    char name[64];
    snprintf(name, sizeof name, "logp_%s_%s", kind, what);
    if (!steps_rank) steps_print(name, 2, n, iterations, batches);
    return steps_median(batches);
}

/* returns the row of the table */
static void measure(const char *kind, const size_t *sizes, int count, char *row, size_t length) {
    double bytes[SIZES], others[SIZES], single[SIZES], streamed[SIZES], call[SIZES], received[SIZES];
    double batches[MB_BATCHES];
    messages = !strcmp(kind, "send");
    gets = !strcmp(kind, "get");
    if (!messages && !gets && strcmp(kind, "put")) steps_fail("no such kind", kind);
    for (int i = 0; i < count; i++) {
        n = (int)sizes[i];
        bytes[i] = n;
        others[i] = n - 1.0;
        long iterations = steps_together(MPI_COMM_WORLD, messages ? ping_pong : one_access, batches);
        if (messages) steps_divide(batches, 2);
        single[i] = median(kind, "time", iterations, batches);
        iterations = steps_together(MPI_COMM_WORLD, messages ? stream : many_accesses, batches);
        steps_divide(batches, STREAM);
        streamed[i] = median(kind, "stream", iterations, batches);
        units = units_for(single[i]);
        iterations = steps_clocked(MPI_COMM_WORLD, sending, batches);
        call[i] = median(kind, "o_send", iterations, batches);
        received[i] = 0;
        if (!messages) continue;
        iterations = steps_clocked(MPI_COMM_WORLD, receiving, batches);
        received[i] = median(kind, "o_recv", iterations, batches);
    }
    struct line streams = fit(others, streamed, count), singles = fit(bytes, single, count);
    double rest = single[0] - call[0] - others[0] * streams.slope - received[0];
    double o = messages ? (call[0] + received[0]) / 2 : call[0], l = messages ? rest : rest / 2;
    print_parameter(kind, "o", o);
    print_parameter(kind, "L", l);
    print_parameter(kind, "g", streams.intercept);
    print_parameter(kind, "G_MiB", streams.slope * (1 << 20));
    snprintf(row, length, "# %-6s %10.4f %10.4f %10.4f %10.5f %10.0f %9.1f%% %9.1f%%", kind, o * 1e6,
             l * 1e6, streams.intercept * 1e6, streams.slope * 1e9, singles.intercept / singles.slope,
             streams.residual * 100, singles.residual * 100);
}

int main(int argc, char **argv) {
    enum { KINDS = 8, LENGTH = 128 };
    size_t sizes[SIZES];
    char table[KINDS][LENGTH], *base;
    int rows = 0;
    MPI_Init(&argc, &argv);
    steps_begin(argc, argv);
    int count = mb_sizes(steps_option("-s", "8,64,512,4K,32K,256K,1M"), sizes, SIZES);
    size_t longest = sizes[count - 1];
    out = mb_alloc(longest);
    in = mb_alloc(longest);
    MPI_Win_allocate(longest, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    memset(base, 0, longest);
    MPI_Win_lock_all(0, win);
    char *kinds = strdup(steps_option("-b", "put,get,send")), *save = NULL;
    for (char *kind = strtok_r(kinds, ",", &save); kind && rows < KINDS;
         kind = strtok_r(NULL, ",", &save))
        measure(kind, sizes, count, table[rows++], LENGTH);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (!steps_rank) {
        printf("# %-6s %10s %10s %10s %10s %10s %10s %10s\n", "kind", "o us", "L us", "g us", "G ns/B",
               "N1/2 B", "res. g,G", "res. N1/2");
        for (int i = 0; i < rows; i++) puts(table[i]);
    }
    MPI_Finalize();
    return 0;
}
