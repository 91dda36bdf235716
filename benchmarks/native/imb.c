/* The benchmarks of IMB-MPI1 by name and definition; the twin of Imb.java, which describes them.
 *   imb [names] [-npmin n] [-msglog min:max | -msglen 0,8,64K] [-iter n | -time s] [-warm_up s]
 *       [-window n] [-echo] [-offset n] [-rehearse] [-lines]
 * It always prints lines (mb.h), warms up for 0.05 s where Java takes 2 s, and checks nothing.
 */
#include "mb.h"
#include <strings.h>

enum timing { ROUND_TRIP, PAIR, LOOP, WINDOW, CALLS, FLOAT_CALLS, NO_MESSAGE };
enum { TAG = 1, ROOT = 0, SIZES = 64 };

static double budget_s = 0.2, warm_up_s = 0.05;
static long fixed, offset;
static const long most_iterations = 2000000;
static int window = 64, echo, rehearsal;

/* the ranks that measure, and what one of them works on */
static MPI_Comm comm;
static int rank, np, peer, n;
static char *out, *in, *out2, *in2;
static int *counts, *displacements, *shares;
static MPI_Request *requests;

static void ping_pong_from(int source) {
    char *answer = echo ? in : out;
    if (rank == 0) {
        MPI_Send(answer, n, MPI_BYTE, peer, TAG, comm);
        MPI_Recv(in, n, MPI_BYTE, source, TAG, comm, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(in, n, MPI_BYTE, source, TAG, comm, MPI_STATUS_IGNORE);
        MPI_Send(answer, n, MPI_BYTE, peer, TAG, comm);
    }
}
static void ping_pong(void) { ping_pong_from(peer); }
static void ping_pong_any(void) { ping_pong_from(MPI_ANY_SOURCE); }

static void ping_ping_from(int source) {
    MPI_Isend(out, n, MPI_BYTE, peer, TAG, comm, requests);
    MPI_Recv(in, n, MPI_BYTE, source, TAG, comm, MPI_STATUS_IGNORE);
    MPI_Wait(requests, MPI_STATUS_IGNORE);
}
static void ping_ping(void) { ping_ping_from(peer); }
static void ping_ping_any(void) { ping_ping_from(MPI_ANY_SOURCE); }

static void send_recv(void) {
    MPI_Sendrecv(out, n, MPI_BYTE, (rank + 1) % np, TAG, in, n, MPI_BYTE, (rank - 1 + np) % np, TAG,
                 comm, MPI_STATUS_IGNORE);
}

static void exchange(void) {
    int left = (rank - 1 + np) % np, right = (rank + 1) % np;
    MPI_Isend(out, n, MPI_BYTE, right, TAG, comm, &requests[0]);
    MPI_Isend(out2, n, MPI_BYTE, left, TAG + 1, comm, &requests[1]);
    MPI_Recv(in, n, MPI_BYTE, left, TAG, comm, MPI_STATUS_IGNORE);
    MPI_Recv(in2, n, MPI_BYTE, right, TAG + 1, comm, MPI_STATUS_IGNORE);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void windows(int both) {
    int pairs = np / 2, first = rank < pairs, posted = 0;
    int mate = first ? rank + pairs : rank - pairs;
    char answer = 0;
    if (rank >= 2 * pairs) return;
    if (both || !first)
        for (int i = 0; i < window; i++)
            MPI_Irecv(in, n, MPI_BYTE, mate, TAG, comm, &requests[posted++]);
    if (both || first)
        for (int i = 0; i < window; i++)
            MPI_Isend(out, n, MPI_BYTE, mate, TAG, comm, &requests[posted++]);
    MPI_Waitall(posted, requests, MPI_STATUSES_IGNORE);
    if (first) MPI_Recv(&answer, 1, MPI_BYTE, mate, TAG, comm, MPI_STATUS_IGNORE);
    else MPI_Send(&answer, 1, MPI_BYTE, mate, TAG, comm);
}
static void uniband(void) { windows(0); }
static void biband(void) { windows(1); }

static void barrier(void) { MPI_Barrier(comm); }
static void bcast(void) { MPI_Bcast(rank == ROOT ? out : in, n, MPI_BYTE, ROOT, comm); }
static void gather(void) { MPI_Gather(out, n, MPI_BYTE, in, n, MPI_BYTE, ROOT, comm); }
static void gatherv(void) {
    MPI_Gatherv(out, n, MPI_BYTE, in, counts, displacements, MPI_BYTE, ROOT, comm);
}
static void scatter(void) { MPI_Scatter(out, n, MPI_BYTE, in, n, MPI_BYTE, ROOT, comm); }
static void scatterv(void) {
    MPI_Scatterv(out, counts, displacements, MPI_BYTE, in, n, MPI_BYTE, ROOT, comm);
}
static void allgather(void) { MPI_Allgather(out, n, MPI_BYTE, in, n, MPI_BYTE, comm); }
static void allgatherv(void) {
    MPI_Allgatherv(out, n, MPI_BYTE, in, counts, displacements, MPI_BYTE, comm);
}
static void alltoall(void) { MPI_Alltoall(out, n, MPI_BYTE, in, n, MPI_BYTE, comm); }
static void alltoallv(void) {
    MPI_Alltoallv(out, counts, displacements, MPI_BYTE, in, counts, displacements, MPI_BYTE, comm);
}

static void reduce(void) { MPI_Reduce(out, in, n / 4, MPI_FLOAT, MPI_SUM, ROOT, comm); }
static void allreduce(void) { MPI_Allreduce(out, in, n / 4, MPI_FLOAT, MPI_SUM, comm); }
static void reduce_scatter(void) { MPI_Reduce_scatter(out, in, shares, MPI_FLOAT, MPI_SUM, comm); }
static void reduce_scatter_block(void) {
    MPI_Reduce_scatter_block(out, in, n / 4, MPI_FLOAT, MPI_SUM, comm);
}
static void scan(void) { MPI_Scan(out, in, n / 4, MPI_FLOAT, MPI_SUM, comm); }
static void exscan(void) { MPI_Exscan(out, in, n / 4, MPI_FLOAT, MPI_SUM, comm); }

static const struct definition {
    const char *name;
    enum timing timing;
    int transfers;
    void (*iterate)(void);
} catalogue[] = {
    {"PingPong", ROUND_TRIP, 1, ping_pong},
    {"PingPongSpecificSource", ROUND_TRIP, 1, ping_pong},
    {"PingPongAnySource", ROUND_TRIP, 1, ping_pong_any},
    {"PingPing", PAIR, 1, ping_ping},
    {"PingPingSpecificSource", PAIR, 1, ping_ping},
    {"PingPingAnySource", PAIR, 1, ping_ping_any},
    {"Sendrecv", LOOP, 2, send_recv},
    {"Exchange", LOOP, 4, exchange},
    {"Uniband", WINDOW, 1, uniband},
    {"Biband", WINDOW, 2, biband},
    {"Barrier", NO_MESSAGE, 0, barrier},
    {"Bcast", CALLS, 0, bcast},
    {"Gather", CALLS, 0, gather},
    {"Gatherv", CALLS, 0, gatherv},
    {"Scatter", CALLS, 0, scatter},
    {"Scatterv", CALLS, 0, scatterv},
    {"Allgather", CALLS, 0, allgather},
    {"Allgatherv", CALLS, 0, allgatherv},
    {"Alltoall", CALLS, 0, alltoall},
    {"Alltoallv", CALLS, 0, alltoallv},
    {"Reduce", FLOAT_CALLS, 0, reduce},
    {"Allreduce", FLOAT_CALLS, 0, allreduce},
    {"Reduce_scatter", FLOAT_CALLS, 0, reduce_scatter},
    {"Reduce_scatter_block", FLOAT_CALLS, 0, reduce_scatter_block},
    {"Scan", FLOAT_CALLS, 0, scan},
    {"Exscan", FLOAT_CALLS, 0, exscan},
};
enum { DEFINITIONS = sizeof catalogue / sizeof *catalogue };

/* returns the seconds of the iterations alone; *wall gets those of the loop with all in it */
static double loop(const struct definition *d, long count, double *wall) {
    double start = MPI_Wtime(), sum = 0;
    if (d->timing == CALLS || d->timing == FLOAT_CALLS) {
        for (long i = 0; i < count; i++) {
            double t = MPI_Wtime();
            d->iterate();
            sum += MPI_Wtime() - t;
            MPI_Barrier(comm);
        }
        *wall = MPI_Wtime() - start;
        return sum;
    }
    for (long i = 0; i < count; i++) d->iterate();
    return *wall = MPI_Wtime() - start;
}

/* warm-up with doubling counts, agreed through rank 0; returns the iterations of a batch */
static long iterations_after_warm_up(const struct definition *d) {
    double spent = 0, fastest = 0, wall;
    int go = 1;
    for (long count = 4; go; count *= 2) {
        loop(d, count, &wall);
        spent += wall;
        if (count == 4 || wall / count < fastest) fastest = wall / count;
        go = spent < warm_up_s && count < 1L << 20;
        MPI_Bcast(&go, 1, MPI_INT, ROOT, comm);
    }
    long count = (fixed + MB_BATCHES - 1) / MB_BATCHES;
    if (!fixed) {
        count = (long)(budget_s / MB_BATCHES / (fastest > 0 ? fastest : 1e-7));
        if (count > most_iterations / MB_BATCHES) count = most_iterations / MB_BATCHES;
        if (count < 1) count = 1;
    }
    MPI_Bcast(&count, 1, MPI_LONG, ROOT, comm);
    return count;
}

/* over the ranks, at rank 0 */
static void min_mean_max(double own, double *result) {
    MPI_Reduce(&own, &result[0], 1, MPI_DOUBLE, MPI_MIN, ROOT, comm);
    MPI_Reduce(&own, &result[1], 1, MPI_DOUBLE, MPI_SUM, ROOT, comm);
    MPI_Reduce(&own, &result[2], 1, MPI_DOUBLE, MPI_MAX, ROOT, comm);
    result[1] /= np;
}

static void measure(const struct definition *d) {
    char name[64];
    double batches[MB_BATCHES], ranks[3], wall, total = 0;
    double share = d->timing == ROUND_TRIP ? 0.5 : 1;
    double messages = d->timing == WINDOW ? (double)d->transfers * window * (np / 2) : d->transfers;
    for (int i = 0; i < np; i++) {
        counts[i] = n;
        displacements[i] = i * n;
        shares[i] = n / 4 / np + (i < n / 4 % np);
    }
    MPI_Barrier(comm);
    long count = iterations_after_warm_up(d);
    for (int i = 0; i < MB_BATCHES; i++) {
        MPI_Barrier(comm);
        double own = loop(d, count, &wall) * share / count;
        min_mean_max(own, ranks);
        batches[i] = ranks[2];
        total += own;
    }
    min_mean_max(total / MB_BATCHES, ranks);
    int answers = echo && !strncmp(d->name, "PingPong", 8);
    snprintf(name, sizeof name, "%s%s", d->name, answers ? "_echo" : "");
    if (rank == ROOT && !rehearsal) mb_emit(name, np, n, count * MB_BATCHES, ranks, batches, messages);
}

/* the first ranks measure, the others wait in a barrier */
static void run_on(int ranks, const struct definition *d, const size_t *sizes, int ns) {
    int world_rank, measured = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank < ranks ? 0 : MPI_UNDEFINED, world_rank, &comm);
    if (comm != MPI_COMM_NULL) {
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &np);
        peer = 1 - rank;
        for (int i = 0; i < ns; i++) {
            n = (int)sizes[i];
            if (d->timing == NO_MESSAGE && n) continue;
            if (d->timing == FLOAT_CALLS && n % 4) continue;
            measure(d);
            measured++;
        }
        n = 0;
        if (!measured) measure(d);
        MPI_Comm_free(&comm);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void run(const struct definition *d, int npmin, int all, const size_t *sizes, int ns) {
    if (d->timing == ROUND_TRIP || d->timing == PAIR) { run_on(2, d, sizes, ns); return; }
    for (; npmin < all; npmin *= 2) run_on(npmin, d, sizes, ns);
    run_on(all, d, sizes, ns);
}

static const struct definition *find(const char *name) {
    for (int i = 0; i < DEFINITIONS; i++)
        if (!strcasecmp(name, catalogue[i].name)) return &catalogue[i];
    fprintf(stderr, "no such benchmark: %s\n", name);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return NULL;
}

static void allocate(size_t largest, int all) {
    size_t bytes = largest * all;
    out = (char *)mb_alloc(bytes + offset) + offset;
    in = (char *)mb_alloc(bytes + offset) + offset;
    out2 = (char *)mb_alloc(largest + offset) + offset;
    in2 = (char *)mb_alloc(largest + offset) + offset;
    counts = calloc(all, sizeof *counts);
    displacements = calloc(all, sizeof *displacements);
    shares = calloc(all, sizeof *shares);
    requests = malloc(2 * (window < 1 ? 1 : window) * sizeof *requests);
}

int main(int argc, char **argv) {
    const struct definition *chosen[SIZES];
    size_t sizes[SIZES], largest = 0;
    int all, npmin = 2, wanted = 0, ns;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    ns = mb_logarithms("0:22", sizes);
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-') { if (wanted < SIZES) chosen[wanted++] = find(word); continue; }
        word += 1 + (word[1] == '-');
        if (!strcmp(word, "echo")) { echo = 1; continue; }
        if (!strcmp(word, "rehearse")) { rehearsal = 1; continue; }
        if (!strcmp(word, "lines")) continue;
        const char *value = i + 1 < argc ? argv[++i] : "";
        if (!strcmp(word, "npmin")) npmin = atoi(value);
        else if (!strcmp(word, "msglog")) ns = mb_logarithms(value, sizes);
        else if (!strcmp(word, "msglen")) ns = mb_sizes(value, sizes, SIZES);
        else if (!strcmp(word, "iter")) fixed = atol(value);
        else if (!strcmp(word, "time")) budget_s = atof(value);
        else if (!strcmp(word, "warm_up")) warm_up_s = atof(value);
        else if (!strcmp(word, "window")) window = atoi(value);
        else if (!strcmp(word, "offset")) offset = atol(value);
        else { fprintf(stderr, "no such option: -%s\n", word); MPI_Abort(MPI_COMM_WORLD, 2); }
    }
    if (all < 2) { fprintf(stderr, "needs 2 or more ranks\n"); MPI_Abort(MPI_COMM_WORLD, 2); }
    if (npmin < 2) npmin = 2;
    for (int i = 0; i < ns; i++) if (sizes[i] > largest) largest = sizes[i];
    allocate(largest, all);
    if (!wanted)
        for (; wanted < DEFINITIONS; wanted++) chosen[wanted] = &catalogue[wanted];
    for (; rehearsal >= 0; rehearsal--)
        for (int i = 0; i < wanted; i++) run(chosen[i], npmin, all, sizes, ns);
    MPI_Finalize();
    return 0;
}
