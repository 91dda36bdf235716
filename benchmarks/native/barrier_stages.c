/* The cost of a stage of a barrier; the twin of bench.BarrierStages, which describes it:
 *   barrier_stages [-b barrier,ibarrier,ibarrier16] [-t seconds] [-w warm-up seconds]
 * Names that begin with nicam are left out.
 */
#include "steps.h"

enum { OUTSTANDING = 16 };

static MPI_Comm comm;
static MPI_Request requests[OUTSTANDING];
static int outstanding;

static void barrier(void) { MPI_Barrier(comm); }
static void ibarriers(void) {
    for (int i = 0; i < outstanding; i++) MPI_Ibarrier(comm, &requests[i]);
    MPI_Waitall(outstanding, requests, MPI_STATUSES_IGNORE);
}

static int stages(int ranks) {
    int count = 0;
    while (1 << count < ranks) count++;
    return count;
}

static void measure(const char *name, int ranks) {
    double batches[MB_BATCHES];
    char stage[64];
    int blocking = !strcmp(name, "barrier");
    outstanding = !strcmp(name, "ibarrier16") ? OUTSTANDING : 1;
    if (!blocking && strcmp(name, "ibarrier") && outstanding == 1) {
        if (strncmp(name, "nicam", 5)) steps_fail("no such barrier", name);
        return;
    }
    long iterations = steps_together(comm, blocking ? barrier : ibarriers, batches);
    if (steps_rank) return;
    steps_divide(batches, outstanding);
    steps_print(name, ranks, 0, iterations, batches);
    steps_divide(batches, stages(ranks));
    snprintf(stage, sizeof stage, "%s_stage", name);
    steps_print(stage, ranks, 0, iterations, batches);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    steps_begin(argc, argv);
    for (int ranks = 2; ranks <= steps_ranks; ranks *= 2) {
        MPI_Comm_split(MPI_COMM_WORLD, steps_rank < ranks ? 0 : MPI_UNDEFINED, steps_rank, &comm);
        if (steps_rank < ranks) {
            char *names = strdup(steps_option("-b", "barrier,ibarrier,ibarrier16")), *save = NULL;
            for (char *name = strtok_r(names, ",", &save); name; name = strtok_r(NULL, ",", &save))
                measure(name, ranks);
            free(names);
            MPI_Comm_free(&comm);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
