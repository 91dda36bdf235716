/* Init + finalize.  hello [-q] [-b] [-x] [-m]
 * prints from rank 0:  R,init,<np>,0,1,<t_min>,<t_avg>,<t_max>  (microseconds of MPI_Init)
 * -q : init and finalize only
 * -b : init, barrier and finalize only
 * -x : every rank exchanges 8 bytes with every other before (connections set up)
 * -m : memory of each rank after that:
 *      M,<np>,<rank>,<rss_kb>,<pss_kb>,<private_kb>,<shmem_pss_kb>,<anon_pss_kb>,<process>
 */
#include "mb.h"
#include <time.h>
#include <unistd.h>
static int mb_rank, mb_np;
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return t.tv_sec + t.tv_nsec * 1e-9; }
int main(int argc, char **argv) {
    int mem = 0, ex = 0, quiet = 0, barrier = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "-m")) mem = 1;
        if (!strcmp(argv[i], "-x")) ex = 1;
        if (!strcmp(argv[i], "-q")) quiet = 1;
        if (!strcmp(argv[i], "-b")) barrier = 1;
    }
    double t0 = now();
    MPI_Init(&argc, &argv);
    double t = now() - t0, mx, mn, s;
    MPI_Comm_rank(MPI_COMM_WORLD, &mb_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &mb_np);
    if (barrier) MPI_Barrier(MPI_COMM_WORLD);
    if (quiet || barrier) { MPI_Finalize(); return 0; }
    if (ex) {
        char *a = calloc(mb_np, 8), *b = calloc(mb_np, 8);
        MPI_Alltoall(a, 8, MPI_BYTE, b, 8, MPI_BYTE, MPI_COMM_WORLD);
        for (int i = 1; i < mb_np; i++) {
            int to = (mb_rank + i) % mb_np, from = (mb_rank - i + mb_np) % mb_np;
            MPI_Sendrecv(a, 8, MPI_BYTE, to, 1, b, 8, MPI_BYTE, from, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        }
    }
    MPI_Reduce(&t, &mx, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&t, &mn, 1, MPI_DOUBLE, MPI_MIN, 0, MPI_COMM_WORLD);
    MPI_Reduce(&t, &s, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (mb_rank == 0) printf("R,init,%d,0,1,%.1f,%.1f,%.1f\n", mb_np, mn * 1e6, s / mb_np * 1e6, mx * 1e6);
    if (mem) {
        long v[6] = {0}, *all = calloc(mb_np, sizeof v);
        char line[256];
        MPI_Barrier(MPI_COMM_WORLD);
        FILE *f = fopen("/proc/self/smaps_rollup", "r");
        while (f && fgets(line, sizeof line, f)) {
            long k;
            if (sscanf(line, "Rss: %ld", &k) == 1) v[0] = k;
            if (sscanf(line, "Pss: %ld", &k) == 1) v[1] = k;
            if (sscanf(line, "Private_Clean: %ld", &k) == 1) v[2] += k;
            if (sscanf(line, "Private_Dirty: %ld", &k) == 1) v[2] += k;
            if (sscanf(line, "Pss_Shmem: %ld", &k) == 1) v[3] = k;
            if (sscanf(line, "Pss_Anon: %ld", &k) == 1) v[4] = k;
        }
        if (f) fclose(f);
        v[5] = getpid();
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Gather(v, 6, MPI_LONG, all, 6, MPI_LONG, 0, MPI_COMM_WORLD);
        if (mb_rank == 0)
            for (int i = 0; i < mb_np; i++)
                {
                long *m = &all[6 * i];
                printf("M,%d,%d,%ld,%ld,%ld,%ld,%ld,%ld\n", mb_np, i, m[0], m[1], m[2], m[3], m[4], m[5]);
            }
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}
