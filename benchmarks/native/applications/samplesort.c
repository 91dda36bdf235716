/* Sorts random longs by regular sampling: each rank sorts its block, samples of all blocks give the
 * keys that split the range between the ranks, one exchange between all ranks takes each key to its
 * rank, and each rank merges the sorted runs that it receives. -n keys in all, -rounds of other
 * keys. Verified: the last round's result is in order within and between ranks, and consists of the
 * keys that the generator gives; the value is a fingerprint of the order. */
#include "application.h"
#include "blocks.h"
#include "splitmix64.h"

#define BYTES 8
#define BUCKETS 256

/* Samples of a rank for each rank: the parts are uneven by less than one in this number. */
#define OVERSAMPLING 32

const char *const name = "samplesort";
static int n, rounds;
static int count;                       /* keys of this rank before the exchange */
static int64_t *unsorted, *keys, *spare;
static int64_t *received, *merged;      /* the received runs, and room to merge them */
static int room;
static int64_t *samples, *all_samples, *spare_samples;
static int own_samples;
static int *sent_counts, *sent_offsets, *received_counts;
static int *runs;                       /* the offset of each received run, and of the end */

/* What changes the keys of a round into others. */
static int64_t mask(int round) { return (int64_t)splitmix64(-2 - (int64_t)round); }

void prepare(void) {
    n = number_option("-n", 1 << 20);
    rounds = number_option("-rounds", 3);
    require_filled_blocks("-n", n);
    count = block_size(n, size, rank);
    unsorted = allocate((size_t)count, sizeof *unsorted);
    keys = allocate((size_t)count, sizeof *keys);
    spare = allocate((size_t)count, sizeof *spare);
    for (int i = 0; i < count; i++) {
        unsorted[i] = (int64_t)splitmix64((int64_t)block_start(n, size, rank) + i);
    }
    /* Room for parts that are uneven; grows if it is not enough. */
    int64_t wanted = largest_block(n, size) * INT64_C(5) / 4;
    room = (int)(wanted < n ? wanted : n);
    received = allocate((size_t)room, sizeof *received);
    merged = allocate((size_t)room, sizeof *merged);
    own_samples = OVERSAMPLING * size;
    size_t total = (size_t)own_samples * (size_t)size;
    samples = allocate((size_t)own_samples, sizeof *samples);
    all_samples = allocate(total, sizeof *all_samples);
    spare_samples = allocate(total, sizeof *spare_samples);
    sent_counts = allocate((size_t)size, sizeof *sent_counts);
    sent_offsets = allocate((size_t)size, sizeof *sent_offsets);
    received_counts = allocate((size_t)size, sizeof *received_counts);
    runs = allocate((size_t)size + 1, sizeof *runs);
}

static void distribute(const int64_t *restrict from, int64_t *restrict into, int total,
                       const int *counts, int place) {
    int next[BUCKETS], sum = 0;
    /* The highest byte has the sign: negative keys are first. */
    int first = place == BYTES - 1 ? BUCKETS / 2 : 0;
    for (int i = 0; i < BUCKETS; i++) {
        int bucket = i ^ first;
        next[bucket] = sum;
        sum += counts[bucket];
    }
    int shift = 8 * place;
    for (int i = 0; i < total; i++) {
        int64_t key = from[i];
        into[next[(uint64_t)key >> shift & (BUCKETS - 1)]++] = key;
    }
}

/* Sorts keys by their eight bytes, the lowest one first; spare is an array of as many. */
static void radix_sort(int64_t *sorted, int64_t *other, int total) {
    int counts[BYTES][BUCKETS] = {{0}};
    for (int i = 0; i < total; i++) {
        uint64_t rest = (uint64_t)sorted[i];
        for (int place = 0; place < BYTES; place++) {
            counts[place][rest & (BUCKETS - 1)]++;
            rest >>= 8;
        }
    }
    for (int place = 0; place < BYTES; place += 2) {
        distribute(sorted, other, total, counts[place], place);
        distribute(other, sorted, total, counts[place + 1], place + 1);
    }
}

/* The index of the first key that is not less than a bound. */
static int first_from(int64_t bound) {
    int low = 0, high = count;
    while (low < high) {
        int middle = (int)(((unsigned)low + (unsigned)high) / 2);
        if (keys[middle] < bound) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Divides this rank's keys into the parts of all ranks. */
static void split(void) {
    for (int i = 0; i < own_samples; i++) {
        samples[i] = keys[(2 * (int64_t)i + 1) * count / (2 * (int64_t)own_samples)];
    }
    MPI_Allgather(samples, own_samples, MPI_INT64_T, all_samples, own_samples, MPI_INT64_T,
                  MPI_COMM_WORLD);
    radix_sort(all_samples, spare_samples, own_samples * size);
    for (int part = 0; part < size; part++) {
        sent_offsets[part] = part == 0 ? 0 : first_from(all_samples[part * own_samples]);
    }
    for (int part = 0; part < size; part++) {
        int end = part + 1 < size ? sent_offsets[part + 1] : count;
        sent_counts[part] = end - sent_offsets[part];
    }
}

static void exchange(void) {
    MPI_Alltoall(sent_counts, 1, MPI_INT, received_counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int part = 0; part < size; part++) runs[part + 1] = runs[part] + received_counts[part];
    if (runs[size] > room) {
        room = runs[size];
        free(received);
        free(merged);
        received = allocate((size_t)room, sizeof *received);
        merged = allocate((size_t)room, sizeof *merged);
    }
    MPI_Alltoallv(keys, sent_counts, sent_offsets, MPI_INT64_T, received, received_counts, runs,
                  MPI_INT64_T, MPI_COMM_WORLD);
}

static void merge_runs(const int64_t *restrict from, int start, int middle, int end,
                       int64_t *restrict into) {
    int left = start, right = middle, next = start;
    while (left < middle && right < end) {
        into[next++] = from[left] <= from[right] ? from[left++] : from[right++];
    }
    memcpy(into + next, from + left, (size_t)(middle - left) * sizeof *into);
    memcpy(into + next + middle - left, from + right, (size_t)(end - right) * sizeof *into);
}

/* Merges pairs of received runs until one is left. */
static void merge(void) {
    int total = runs[size], left = size;
    while (left > 1) {
        int done = 0;
        for (int run = 0; run < left; run += 2) {
            int start = runs[run], middle = runs[run + 1];
            int end = run + 2 <= left ? runs[run + 2] : middle;
            merge_runs(received, start, middle, end, merged);
            runs[done++] = start;
        }
        runs[done] = total;
        left = done;
        int64_t *longer = merged;
        merged = received;
        received = longer;
    }
}

void compute(void) {
    for (int round = 0; round < rounds; round++) {
        int64_t changed = mask(round);
        for (int i = 0; i < count; i++) keys[i] = unsorted[i] ^ changed;
        radix_sort(keys, spare, count);
        split();
        exchange();
        merge();
    }
}

/* The number of ranks whose first key is less than the last one of the ranks before. */
static int disorder_between(const int64_t *edges) {
    int disorder = 0;
    int64_t previous = INT64_MIN;
    for (int i = 0; i < 3 * size; i += 3) {
        if (edges[i] == 0) continue;
        if (edges[i + 1] < previous) disorder++;
        previous = edges[i + 2];
    }
    return disorder;
}

void verify(double *value, bool *correct) {
    int total = runs[1];
    int64_t edges[] = {total, total ? received[0] : 0, total ? received[total - 1] : 0};
    int64_t *all_edges = allocate(3 * (size_t)size, sizeof *all_edges), start = 0;
    MPI_Allgather(edges, 3, MPI_INT64_T, all_edges, 3, MPI_INT64_T, MPI_COMM_WORLD);
    int disorder = disorder_between(all_edges);
    for (int i = 0; i < rank; i++) start += all_edges[3 * i];
    free(all_edges);
    /* The fingerprint, keys in disorder, and what differs from the generated keys. */
    uint64_t sums[5] = {0}, totals[5];
    for (int i = 0; i < total; i++) {
        uint64_t key = (uint64_t)received[i];
        sums[0] += key * (2 * (uint64_t)(start + i) + 1);
        sums[1] += i > 0 && received[i - 1] > received[i];
        sums[2]++;
        sums[3] += key;
        sums[4] += splitmix64_mix(key);
    }
    for (int i = 0; i < count; i++) {
        uint64_t key = splitmix64((int64_t)block_start(n, size, rank) + i);
        key ^= (uint64_t)mask(rounds - 1);
        sums[2]--;
        sums[3] -= key;
        sums[4] -= splitmix64_mix(key);
    }
    MPI_Allreduce(sums, totals, 5, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    bool same = totals[2] == 0 && totals[3] == 0 && totals[4] == 0;
    *value = (double)(totals[0] >> 12);     /* as many bits as a double has digits for */
    *correct = same && totals[1] == 0 && disorder == 0;
}
