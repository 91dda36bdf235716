/* IS of the NAS Parallel Benchmarks: sorts integers, each of them the mean of four random numbers,
 * ten times with two keys changed each time. Ranks sort their part of the keys into buckets; a
 * reduction of the sizes of all buckets assigns consecutive buckets to each rank, which receives
 * their keys in an exchange of all with all (the counts first) and ranks them by counting. -class
 * S, W, A, B, and -iterations for another number of sorts. Verified are the published ranks of five
 * keys after each sort, and after the last one the order of all keys and that they are those which
 * were there before. The value is the sum of the last ranks of the five keys. */
#include "nas.h"

#define ITERATIONS 10
#define TESTS 5
#define BUCKETS_PER_RANK 8    /* so that ranks get similar shares */

/* The size of each class (logarithms), and the places and published ranks of the five keys. The
 * ranks change by one in each iteration, up or down, because the two keys that change are in front
 * of the key or behind it; they are those of iteration 0. */
static const struct { int log_keys, log_maximum, log_buckets, places[TESTS], ranks[TESTS],
                      change[TESTS]; } classes[] = {
    {16, 11, 9, {48427, 17148, 23627, 62548, 4431}, {0, 18, 346, 64917, 65463}, {1, 1, 1, -1, -1}},
    {20, 16, 10, {357773, 934767, 875723, 898999, 404505},
     {1247, 11696, 1039987, 1043896, 1048018}, {1, 1, -1, -1, -1}},
    {23, 19, 10, {2112377, 662041, 5336171, 3642833, 4250760},
     {103, 17522, 123927, 8288933, 8388265}, {1, 1, 1, -1, -1}},
    {25, 21, 10, {41869, 812306, 5102857, 18232239, 26860214},
     {33422937, 10244, 59149, 33135281, 99}, {-1, 1, 1, -1, 1}},
};

const char *const name = "is";
static int class, iterations;

/* this rank's part of the keys, the first of which has this place among all keys */
static int *keys, key_count, first_key, maximum;

/* the number of keys in each bucket, then the test keys */
static int shift, buckets, *bucket_sizes, *bucket_totals, *bucket_ends, *sorted_keys;
static int *send_counts, *send_offsets, *receive_counts, *receive_offsets;

/* the keys that this rank ranks, and the values that they can have: from minimum to end - 1; for
 * each value, how many received keys are not greater; how many keys are less than the minimum */
static int *received, received_count, minimum, end, *not_greater, lesser;

/* published ranks that this rank has found wrong, and the sum of the last ranks */
static int failures;
static double sum_of_ranks;

static int *new_integers(int count) { return allocate((size_t)count, sizeof(int)); }

static void make_keys(void) {
    uint64_t random = nas_skip(NAS_SEED, NAS_A, 4 * (uint64_t)first_key);
    int quarter = maximum / 4;
    for (int i = 0; i < key_count; i++) {
        double sum = nas_next(&random);
        for (int more = 0; more < 3; more++) sum += nas_next(&random);
        keys[i] = (int)(quarter * sum);
    }
}

void prepare(void) {
    class = class_number("SWAB");
    iterations = number_option("-iterations", ITERATIONS);
    buckets = 1 << classes[class].log_buckets;
    if ((size & (size - 1)) != 0 || size > buckets / BUCKETS_PER_RANK) {
        char message[80];
        snprintf(message, sizeof message, "runs on 1, 2, 4, 8, ... %d ranks (powers of two)",
                 buckets / BUCKETS_PER_RANK);
        require(false, message);
    }
    maximum = 1 << classes[class].log_maximum;
    shift = classes[class].log_maximum - classes[class].log_buckets;
    int all = 1 << classes[class].log_keys;
    key_count = all / size;
    first_key = key_count * rank;
    keys = new_integers(key_count);
    bucket_sizes = new_integers(buckets + TESTS);
    bucket_totals = new_integers(buckets + TESTS);
    bucket_ends = new_integers(buckets);
    sorted_keys = new_integers(key_count);
    send_counts = new_integers(size);
    send_offsets = new_integers(size);
    receive_counts = new_integers(size);
    receive_offsets = new_integers(size);
    /* A rank receives its share and one bucket more at most, which can be 8/3 of the mean. */
    received = new_integers(key_count + 4 * (all / buckets));
    not_greater = new_integers(maximum);
    make_keys();
}

static void count_buckets(const int *restrict from, int *restrict sizes) {
    for (int i = 0; i < key_count; i++) sizes[from[i] >> shift]++;
}

static void distribute(const int *restrict from, int *restrict ends, int *restrict sorted) {
    for (int i = 0; i < key_count; i++) {
        int key = from[i];
        sorted[ends[key >> shift]++] = key;
    }
}

static void sort_into_buckets(void) {
    memset(bucket_sizes, 0, (size_t)(buckets + TESTS) * sizeof *bucket_sizes);
    for (int test = 0; test < TESTS; test++) {
        int place = classes[class].places[test] - first_key;
        if (place >= 0 && place < key_count) bucket_sizes[buckets + test] = keys[place];
    }
    count_buckets(keys, bucket_sizes);
    int sum = 0;
    for (int bucket = 0; bucket < buckets; bucket++) {
        bucket_ends[bucket] = sum;
        sum += bucket_sizes[bucket];
    }
    distribute(keys, bucket_ends, sorted_keys);
}

/* Gives each rank the next buckets, until all ranks so far have their share of the keys. */
static void assign_buckets(void) {
    int bucket = 0, offset = 0;
    int64_t total = 0;
    for (int to = 0; to < size; to++) {
        int first = bucket;
        int64_t before = total, share = (to + INT64_C(1)) * key_count;
        while (bucket < buckets && total < share) total += bucket_totals[bucket++];
        send_offsets[to] = offset;
        send_counts[to] = (bucket == 0 ? 0 : bucket_ends[bucket - 1]) - offset;
        offset += send_counts[to];
        if (to == rank) {
            lesser = (int)before;
            minimum = first << shift;
            end = bucket << shift;
        }
    }
}

static void exchange(void) {
    MPI_Alltoall(send_counts, 1, MPI_INT, receive_counts, 1, MPI_INT, MPI_COMM_WORLD);
    received_count = 0;
    for (int from = 0; from < size; from++) {
        receive_offsets[from] = received_count;
        received_count += receive_counts[from];
    }
    MPI_Alltoallv(sorted_keys, send_counts, send_offsets, MPI_INT, received, receive_counts,
                  receive_offsets, MPI_INT, MPI_COMM_WORLD);
    memset(not_greater, 0, (size_t)(end - minimum) * sizeof *not_greater);
}

static void count(const int *restrict from, int length, int least, int *restrict counts) {
    for (int i = 0; i < length; i++) counts[from[i] - least]++;
}

static void accumulate(int *counts, int length) {
    int sum = 0;
    for (int i = 0; i < length; i++) {
        sum += counts[i];
        counts[i] = sum;
    }
}

/* Compares the ranks of those test keys that this rank has. */
static void test(int iteration) {
    sum_of_ranks = 0;
    for (int i = 0; i < TESTS; i++) {
        int key = bucket_totals[buckets + i];
        if (key >= minimum && key < end) {
            int found = lesser + (key == minimum ? 0 : not_greater[key - minimum - 1]);
            sum_of_ranks += found;
            int expected = classes[class].ranks[i] + iteration * classes[class].change[i];
            if (found != expected) failures++;
        }
    }
}

void compute(void) {
    for (int i = 1; i <= iterations; i++) {
        /* Later iterations change the last two keys again, which has no effect. */
        int iteration = i < ITERATIONS ? i : ITERATIONS;
        if (rank == 0) {
            keys[iteration] = iteration;
            keys[iteration + ITERATIONS] = maximum - iteration;
        }
        sort_into_buckets();
        MPI_Allreduce(bucket_sizes, bucket_totals, buckets + TESTS, MPI_INT, MPI_SUM,
                      MPI_COMM_WORLD);
        assign_buckets();
        exchange();
        count(received, received_count, minimum, not_greater);
        accumulate(not_greater, end - minimum);
        test(iteration);
    }
}

/* Whether no key is less than one of a rank before. */
static bool are_ranks_ordered(const int *sorted) {
    int own[2] = {1, 0}, *all = new_integers(2 * size), greatest = 0;
    if (received_count > 0) {
        own[0] = sorted[0];
        own[1] = sorted[received_count - 1];
    }
    MPI_Allgather(own, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD);
    bool ordered = true;
    for (int i = 0; i < 2 * size; i += 2) {
        if (all[i] <= all[i + 1]) {
            ordered = ordered && all[i] >= greatest;
            greatest = all[i + 1];
        }
    }
    free(all);
    return ordered;
}

static int64_t sum(const int *from, int length) {
    int64_t sum = 0;
    for (int i = 0; i < length; i++) sum += from[i];
    return sum;
}

/* Of 32 bits each, so that the sum does not overflow. */
static int64_t sum_of_hashes(const int *from, int length) {
    int64_t sum = 0;
    for (int i = 0; i < length; i++) {
        sum += (int64_t)(((uint64_t)from[i] + 1) * UINT64_C(0x9E3779B97F4A7C15) >> 32);
    }
    return sum;
}

/* Whether the sorted keys are the given ones: their number, sum and sum of hash values. */
static bool is_permutation(const int *sorted) {
    int64_t differences[] = {
        key_count - received_count,
        sum(keys, key_count) - sum(sorted, received_count),
        sum_of_hashes(keys, key_count) - sum_of_hashes(sorted, received_count),
    };
    int64_t sums[3];
    MPI_Allreduce(differences, sums, 3, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    return sums[0] == 0 && sums[1] == 0 && sums[2] == 0;
}

void verify(double *value, bool *correct) {
    int *sorted = new_integers(received_count);
    for (int i = 0; i < received_count; i++) {
        sorted[--not_greater[received[i] - minimum]] = received[i];
    }
    bool ordered = true;
    for (int i = 1; i < received_count; i++) ordered = ordered && sorted[i - 1] <= sorted[i];
    double parts[] = {ordered ? failures : failures + 1, sum_of_ranks}, sums[2];
    MPI_Allreduce(parts, sums, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    *value = sums[1];
    *correct = sums[0] == 0 && are_ranks_ordered(sorted) && is_permutation(sorted);
    free(sorted);
}
