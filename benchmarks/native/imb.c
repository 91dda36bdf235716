/* The benchmarks of IMB by name and definition; the twin of Imb.java, which describes them.
 *   imb [names and suites] [-npmin n] [-msglog min:max | -msglen 0,8,64K] [-iter n | -time s]
 *       [-warm_up s] [-window n] [-threads n] [-echo] [-offset n] [-rehearse] [-lines]
 * It always prints lines (mb.h), warms up for 0.05 s where Java takes 2 s, and checks nothing. It
 * ignores the options of Java: -buffers, -check, -progress.
 */
#include "imb.h"
#include "compute.h"
#include <pthread.h>
#include <strings.h>

enum { SIZES = 64, MOST_CHOSEN = 256 };

static double budget_s = 0.2, warm_up_s = 0.05;
static long fixed, offset;
static const long most_iterations = 2000000;
static int rehearsal, threads = 2;
int window = 64, echo;

_Thread_local struct job my;
static struct job *jobs;        /* of the threads; that of the main thread is my */
static pthread_barrier_t begin;

static long work;              /* units of computation in an iteration */

static int overlaps(const struct definition *d) {
    return d->timing == OVERLAP || d->timing == FLOAT_OVERLAP || d->timing == NO_MESSAGE_OVERLAP;
}
static int timed_by_call(const struct definition *d) {
    return d->timing == CALLS || d->timing == FLOAT_CALLS || d->timing == NO_MESSAGE_CALLS
        || overlaps(d);
}
static int accepts(const struct definition *d, size_t bytes) {
    switch (d->timing) {
    case NO_MESSAGE: case NO_MESSAGE_PAIR: case NO_MESSAGE_CALLS: case NO_MESSAGE_OVERLAP:
        return bytes == 0;
    case FLOAT_PAIR: case FLOAT_LOOP: case FLOAT_CALLS: case FLOAT_OVERLAP: return bytes % 4 == 0;
    default: return 1;
    }
}
static int in_suite(const struct definition *d, const char *suite) {
    return !strcmp(d->suite, suite);
}

static int is_passive(const struct definition *d) {
    return !strncmp(d->name, "Truly_passive_put", 17);
}

/* as Aggregation.transfers */
static int transfers(const struct definition *d, int bytes) {
    if (!strstr(d->name, AGGREGATE)) return 1;
    int count = bytes ? MOST_BYTES / bytes : MOST_TRANSFERS;
    return count < 1 ? 1 : count > MOST_TRANSFERS ? MOST_TRANSFERS : count;
}

static void iterate(const struct definition *d) {
    d->iterate();
    if (in_suite(d, "RMA") && is_passive(d)) {
        compute(work);
        complete_accesses();
    }
    if (!in_suite(d, "NBC")) return;
    compute(work);
    MPI_Waitall(my.started, my.requests, MPI_STATUSES_IGNORE);
}

/* the seconds of the iterations of this thread alone */
static double loop_of_thread(const struct definition *d, long count) {
    double start = MPI_Wtime(), sum = 0;
    if (timed_by_call(d)) {
        for (long i = 0; i < count; i++) {
            double t = MPI_Wtime();
            iterate(d);
            sum += MPI_Wtime() - t;
            MPI_Barrier(my.comm);
        }
        return sum;
    }
    if (in_suite(d, "NBC"))
        for (long i = 0; i < count; i++) iterate(d);
    else
        for (long i = 0; i < count; i++) d->iterate();
    return MPI_Wtime() - start;
}

struct thread { const struct definition *d; struct job *job; long count; double seconds; };

static void *run_thread(void *argument) {
    struct thread *thread = argument;
    if (thread->job) my = *thread->job;
    pthread_barrier_wait(&begin);
    thread->seconds = loop_of_thread(thread->d, thread->count);
    return NULL;
}

/* the seconds of the slowest thread; *wall gets those of the loop with all in it */
static double loop(const struct definition *d, long count, double *wall) {
    double start = MPI_Wtime(), slowest = 0;
    if (!in_suite(d, "MT") || threads == 1) {
        slowest = loop_of_thread(d, count);
    } else {
        pthread_t ids[threads];
        struct thread all[threads];
        for (int i = threads - 1; i >= 0; i--) {
            all[i] = (struct thread){d, i ? &jobs[i] : NULL, count, 0};
            if (i) pthread_create(&ids[i], NULL, run_thread, &all[i]);
            else run_thread(&all[0]);
        }
        for (int i = 0; i < threads; i++) {
            if (i) pthread_join(ids[i], NULL);
            if (all[i].seconds > slowest) slowest = all[i].seconds;
        }
    }
    *wall = MPI_Wtime() - start;
    return slowest;
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
        MPI_Bcast(&go, 1, MPI_INT, ROOT, my.comm);
    }
    long count = (fixed + MB_BATCHES - 1) / MB_BATCHES;
    if (!fixed) {
        count = (long)(budget_s / MB_BATCHES / (fastest > 0 ? fastest : 1e-7));
        if (count > most_iterations / MB_BATCHES) count = most_iterations / MB_BATCHES;
        if (count < 1) count = 1;
    }
    MPI_Bcast(&count, 1, MPI_LONG, ROOT, my.comm);
    return count;
}

/* over the ranks, at rank 0 */
static void min_mean_max(double own, double *result) {
    MPI_Reduce(&own, &result[0], 1, MPI_DOUBLE, MPI_MIN, ROOT, my.comm);
    MPI_Reduce(&own, &result[1], 1, MPI_DOUBLE, MPI_SUM, ROOT, my.comm);
    MPI_Reduce(&own, &result[2], 1, MPI_DOUBLE, MPI_MAX, ROOT, my.comm);
    result[1] /= my.np;
}

/* messages in the time that is reported */
static double messages(const struct definition *d) {
    double one = d->timing == WINDOW ? (double)d->transfers * window * (my.np / 2) : d->transfers;
    return in_suite(d, "P2P") ? one * my.np / 2 : in_suite(d, "MT") ? one * threads : one;
}

/* at rank 0 returns the median batch */
static double measure(const struct definition *d, const char *end) {
    char name[64];
    double batches[MB_BATCHES], ranks[3], wall, total = 0;
    MPI_Barrier(my.comm);
    long count = iterations_after_warm_up(d);
    for (int i = 0; i < MB_BATCHES; i++) {
        MPI_Barrier(my.comm);
        double own = loop(d, count, &wall) * d->share / my.repeated / count;
        min_mean_max(own, ranks);
        batches[i] = ranks[2];
        total += own;
    }
    min_mean_max(total / MB_BATCHES, ranks);
    snprintf(name, sizeof name, "%s%s", d->name, end);
    if (my.rank != ROOT) return 0;
    if (rehearsal) qsort(batches, MB_BATCHES, sizeof *batches, mb_compare);
    else mb_emit(name, my.np, my.n, count * MB_BATCHES, ranks, batches, messages(d));
    return batches[MB_BATCHES / 2];
}

/* IMB-NBC: the pure time first, then computation of that duration in between */
static void measure_overlap(const struct definition *d) {
    work = 0;
    double pure = measure(d, "_pure");
    long units = units_for(pure);
    MPI_Bcast(&units, 1, MPI_LONG, ROOT, my.comm);
    double computing = seconds_of(units);
    work = units;
    double overlapped = measure(d, "");
    work = 0;
    if (my.rank != ROOT || rehearsal) return;
    printf("O,%s,%d,%d,%.4f,%.1f\n", d->name, my.np, my.n, computing * 1e6,
           hidden_percent(overlapped, pure, computing));
    fflush(stdout);
}

/* places this thread's job among the ranks of a communicator */
static void place(struct job *job, MPI_Comm comm, int distant) {
    job->comm = comm;
    MPI_Comm_rank(comm, &job->rank);
    MPI_Comm_size(comm, &job->np);
    int pairs = job->np / 2, distance = distant ? pairs : 1;
    job->peer = job->rank >= 2 * pairs ? job->rank
        : job->rank < pairs ? job->rank + pairs : job->rank - pairs;
    job->left = (job->rank - distance + job->np) % job->np;
    job->right = (job->rank + distance) % job->np;
}

static void set_size(struct job *job, size_t bytes) {
    int n = job->n = (int)bytes;
    for (int i = 0; i < job->np; i++) {
        job->counts[i] = n;
        job->displacements[i] = i * n;
        job->shares[i] = n / 4 / job->np + (i < n / 4 % job->np);
        job->ring[i] = i;
    }
    job->random = 1;
}

static void measure_size(const struct definition *d, size_t bytes) {
    set_size(&my, bytes);
    my.repeated = transfers(d, (int)bytes);
    for (int i = 1; i < threads; i++)
        if (in_suite(d, "MT")) set_size(&jobs[i], bytes);
    if (d->begin) d->begin();
    if (overlaps(d)) measure_overlap(d);
    else measure(d, echo && strstr(d->name, "PingPong") ? "_echo" : "");
    if (d->end) d->end();
}

/* the first ranks measure, the others wait in a barrier */
static void run_on(int ranks, const struct definition *d, const size_t *sizes, int ns) {
    int world_rank, measured = 0, threaded = in_suite(d, "MT");
    MPI_Comm comm;
    MPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    MPI_Comm_split(MPI_COMM_WORLD, world_rank < ranks ? 0 : MPI_UNDEFINED, world_rank, &comm);
    if (comm != MPI_COMM_NULL) {
        place(&my, comm, threaded);
        for (int i = 1; threaded && i < threads; i++) {
            MPI_Comm own;
            MPI_Comm_dup(comm, &own);
            place(&jobs[i], own, 1);
        }
        if (d->dimensions && !place_on_grid(d->dimensions)) {
            if (my.rank == ROOT) printf("# skipped %s: no grid of %d ranks\n", d->name, my.np);
            measured = 1;
        } else {
            for (int i = 0; i < ns; i++)
                if (accepts(d, sizes[i])) { measure_size(d, sizes[i]); measured = 1; }
        }
        if (!measured) measure_size(d, 0);
        for (int i = 1; threaded && i < threads; i++) MPI_Comm_free(&jobs[i].comm);
        MPI_Comm_free(&comm);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static int is_pair(const struct definition *d) {
    return d->timing == PAIR || d->timing == FLOAT_PAIR || d->timing == NO_MESSAGE_PAIR
        || is_passive(d);
}

static void run(const struct definition *d, int npmin, int all, const size_t *sizes, int ns) {
    if (is_pair(d)) { run_on(2, d, sizes, ns); return; }
    if (!in_suite(d, "MT") && !in_suite(d, "P2P"))
        for (; npmin < all; npmin *= 2) run_on(npmin, d, sizes, ns);
    run_on(all, d, sizes, ns);
}

/* adds the benchmarks of a name or suite to those that are chosen; returns their new number */
static int choose(const char *name, const struct definition **chosen, int count) {
    const struct definition *suites[] = {mpi1, nbc, mt, p2p, rma, ext};
    const int counts[] = {mpi1_count, nbc_count, mt_count, p2p_count, rma_count, ext_count};
    const char *suite = strncasecmp(name, "IMB-", 4) ? name : name + 4;
    int before = count;
    for (int s = 0; s < COUNT(suites); s++)
        for (int i = 0; i < counts[s] && count < MOST_CHOSEN; i++) {
            const struct definition *d = &suites[s][i];
            size_t length = strlen(d->suite);
            int whole = !strcasecmp(suite, d->suite) && !strstr(d->name, "_pure");
            int full = !strncasecmp(name, d->suite, length) && name[length] == '/'
                && !strcasecmp(name + length + 1, d->name);
            if (whole || full || !strcasecmp(name, d->name)) chosen[count++] = d;
        }
    if (count == before) {
        fprintf(stderr, "no such benchmark: %s\n", name);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return count;
}

static void allocate(struct job *job, size_t largest, int all) {
    int many = all > MOST_NEIGHBOURS ? all : MOST_NEIGHBOURS;
    size_t bytes = largest * many > MOST_BYTES ? largest * many : MOST_BYTES;
    job->out = (char *)mb_alloc(bytes + offset) + offset;
    job->in = (char *)mb_alloc(bytes + offset) + offset;
    job->out2 = (char *)mb_alloc(largest + offset) + offset;
    job->in2 = (char *)mb_alloc(largest + offset) + offset;
    job->counts = calloc(all, sizeof *job->counts);
    job->displacements = calloc(all, sizeof *job->displacements);
    job->shares = calloc(all, sizeof *job->shares);
    job->ring = calloc(all, sizeof *job->ring);
    job->requests = malloc(2 * (window < many ? many : window) * sizeof *job->requests);
}

/* whether a name is that of a benchmark with threads, or of their suite */
static int is_threaded(const char *word) {
    size_t length = strlen(word);
    return word[0] != '-' && length > 1 && !strcasecmp(word + length - 2, "MT");
}

int main(int argc, char **argv) {
    const struct definition *chosen[MOST_CHOSEN];
    size_t sizes[SIZES], largest = 0;
    int all, npmin = 2, wanted = 0, ns, level = MPI_THREAD_SINGLE, provided;
    for (int i = 1; i < argc; i++) if (is_threaded(argv[i])) level = MPI_THREAD_MULTIPLE;
    MPI_Init_thread(&argc, &argv, level, &provided);
    if (provided < level) {
        fprintf(stderr, "no MPI_THREAD_MULTIPLE\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    ns = mb_logarithms("0:22", sizes);
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (word[0] != '-') { wanted = choose(word, chosen, wanted); continue; }
        word += 1 + (word[1] == '-');
        if (!strcmp(word, "echo")) { echo = 1; continue; }
        if (!strcmp(word, "rehearse")) { rehearsal = 1; continue; }
        if (!strcmp(word, "lines") || !strcmp(word, "check") || !strcmp(word, "progress")) continue;
        const char *value = i + 1 < argc ? argv[++i] : "";
        if (!strcmp(word, "npmin")) npmin = atoi(value);
        else if (!strcmp(word, "msglog")) ns = mb_logarithms(value, sizes);
        else if (!strcmp(word, "msglen")) ns = mb_sizes(value, sizes, SIZES);
        else if (!strcmp(word, "iter")) fixed = atol(value);
        else if (!strcmp(word, "time")) budget_s = atof(value);
        else if (!strcmp(word, "warm_up")) warm_up_s = atof(value);
        else if (!strcmp(word, "window")) window = atoi(value);
        else if (!strcmp(word, "threads")) threads = atoi(value);
        else if (!strcmp(word, "offset")) offset = atol(value);
        else if (strcmp(word, "buffers")) {
            fprintf(stderr, "no such option: -%s\n", word);
            MPI_Abort(MPI_COMM_WORLD, 2);
        }
    }
    if (all < 2) { fprintf(stderr, "needs 2 or more ranks\n"); MPI_Abort(MPI_COMM_WORLD, 2); }
    if (npmin < 2) npmin = 2;
    if (threads < 1) threads = 1;
    if (!wanted) wanted = choose("MPI1", chosen, 0);
    for (int i = 0; i < ns; i++) if (sizes[i] > largest) largest = sizes[i];
    allocate(&my, largest, all);
    jobs = calloc(threads, sizeof *jobs);
    for (int i = 1; level == MPI_THREAD_MULTIPLE && i < threads; i++) allocate(&jobs[i], largest, all);
    pthread_barrier_init(&begin, NULL, threads);
    for (; rehearsal >= 0; rehearsal--)
        for (int i = 0; i < wanted; i++) run(chosen[i], npmin, all, sizes, ns);
    MPI_Finalize();
    return 0;
}
