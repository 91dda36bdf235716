/* The time from the call of rank 0 until a collective operation is complete on the last rank; the
 * twin of bench.Completion, which has the definitions:
 *   completion [-b names] [-s sizes] [-t seconds] [-w warm-up seconds]
 */
#include "steps.h"

enum { ROOT = 0, TAG = 1, SIZES = 64 };

static int bytes;
static char *data, *result;
static void (*call)(void);

static void barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }
static void bcast(void) { MPI_Bcast(data, bytes, MPI_BYTE, ROOT, MPI_COMM_WORLD); }
static void allreduce(void) {
    MPI_Allreduce(data, result, bytes / (int)sizeof(float), MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
}
static void alltoall(void) {
    MPI_Alltoall(data, bytes, MPI_BYTE, result, bytes, MPI_BYTE, MPI_COMM_WORLD);
}
static void allgather(void) {
    MPI_Allgather(data, bytes, MPI_BYTE, result, bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static const struct { const char *name; void (*call)(void); } calls[] = {
    {"Bcast", bcast}, {"Allreduce", allreduce}, {"Alltoall", alltoall},
    {"Allgather", allgather}
};

static void answer(void) {
    if (steps_rank != ROOT) {
        MPI_Send(NULL, 0, MPI_BYTE, ROOT, TAG, MPI_COMM_WORLD);
        return;
    }
    for (int rank = 1; rank < steps_ranks; rank++)
        MPI_Recv(NULL, 0, MPI_BYTE, rank, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void round_trip(void) {
    if (steps_rank == ROOT)
        for (int rank = 1; rank < steps_ranks; rank++)
            MPI_Send(NULL, 0, MPI_BYTE, rank, TAG, MPI_COMM_WORLD);
    else
        MPI_Recv(NULL, 0, MPI_BYTE, ROOT, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    answer();
}

static void step(void) {
    call();
    answer();
}

static void measure_barrier(void) {
    double batches[MB_BATCHES];
    long iterations = steps_together(MPI_COMM_WORLD, barrier, batches);
    if (steps_rank == ROOT) steps_print("Barrier", steps_ranks, 0, iterations, batches);
}

static void measure(const char *name, size_t size, double answers) {
    double batches[MB_BATCHES];
    bytes = (int)size;
    data = mb_alloc(size * steps_ranks);
    result = mb_alloc(size * steps_ranks);
    long iterations = steps_together(MPI_COMM_WORLD, step, batches);
    for (int i = 0; i < MB_BATCHES; i++) batches[i] -= answers;
    if (steps_rank == ROOT) steps_print(name, steps_ranks, size, iterations, batches);
    free(data);
    free(result);
}

int main(int argc, char **argv) {
    double batches[MB_BATCHES];
    size_t sizes[SIZES];
    MPI_Init(&argc, &argv);
    steps_begin(argc, argv);
    int count = mb_sizes(steps_option("-s", "8,1K,64K,1M"), sizes, SIZES);
    long iterations = steps_together(MPI_COMM_WORLD, round_trip, batches);
    steps_divide(batches, 2);
    steps_median(batches); /* sorts them */
    double answers = batches[0];
    if (steps_rank == ROOT) steps_print("Answers", steps_ranks, 0, iterations, batches);
    char *names = strdup(steps_option("-b", "Barrier,Bcast,Allreduce,Alltoall,Allgather"));
    for (char *save, *name = strtok_r(names, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
        if (!strcmp(name, "Barrier")) {
            measure_barrier();
            continue;
        }
        int at = 0;
        while (at < COUNT(calls) && strcmp(calls[at].name, name)) at++;
        if (at == COUNT(calls)) steps_fail("no such benchmark", name);
        call = calls[at].call;
        for (int i = 0; i < count; i++) measure(name, sizes[i], answers);
    }
    MPI_Finalize();
    return 0;
}
