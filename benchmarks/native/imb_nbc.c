/* IMB-NBC: each function starts an iteration; imb.c computes in between and completes it. */
#include "imb.h"

static MPI_Request *one(void) {
    my.started = 1;
    return my.requests;
}

static void isend_irecv(void) {
    my.started = 2;
    MPI_Irecv(my.in, my.n, MPI_BYTE, my.left, TAG, my.comm, &my.requests[0]);
    MPI_Isend(my.out, my.n, MPI_BYTE, my.right, TAG, my.comm, &my.requests[1]);
}
static void ibarrier(void) { MPI_Ibarrier(my.comm, one()); }
static void ibcast(void) {
    MPI_Ibcast(my.rank == ROOT ? my.out : my.in, my.n, MPI_BYTE, ROOT, my.comm, one());
}
static void igather(void) {
    MPI_Igather(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, ROOT, my.comm, one());
}
static void igatherv(void) {
    MPI_Igatherv(my.out, my.n, MPI_BYTE, my.in, my.counts, my.displacements, MPI_BYTE, ROOT, my.comm,
                 one());
}
static void iscatter(void) {
    MPI_Iscatter(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, ROOT, my.comm, one());
}
static void iscatterv(void) {
    MPI_Iscatterv(my.out, my.counts, my.displacements, MPI_BYTE, my.in, my.n, MPI_BYTE, ROOT, my.comm,
                  one());
}
static void iallgather(void) {
    MPI_Iallgather(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, my.comm, one());
}
static void iallgatherv(void) {
    MPI_Iallgatherv(my.out, my.n, MPI_BYTE, my.in, my.counts, my.displacements, MPI_BYTE, my.comm,
                    one());
}
static void ialltoall(void) {
    MPI_Ialltoall(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, my.comm, one());
}
static void ialltoallv(void) {
    MPI_Ialltoallv(my.out, my.counts, my.displacements, MPI_BYTE, my.in, my.counts, my.displacements,
                   MPI_BYTE, my.comm, one());
}
static void ireduce(void) {
    MPI_Ireduce(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, ROOT, my.comm, one());
}
static void iallreduce(void) {
    MPI_Iallreduce(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm, one());
}
static void ireduce_scatter(void) {
    MPI_Ireduce_scatter(my.out, my.in, my.shares, MPI_FLOAT, MPI_SUM, my.comm, one());
}
static void ireduce_scatter_block(void) {
    MPI_Ireduce_scatter_block(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm, one());
}
static void iscan(void) {
    MPI_Iscan(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm, one());
}
static void iexscan(void) {
    MPI_Iexscan(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm, one());
}

#define BOTH(name, timing, start) \
    {"NBC", name, timing, 1, 0, start}, {"NBC", name "_pure", timing##_PURE, 1, 0, start}
#define OVERLAP_PURE CALLS
#define FLOAT_OVERLAP_PURE FLOAT_CALLS
#define NO_MESSAGE_OVERLAP_PURE NO_MESSAGE_CALLS

const struct definition nbc[] = {
    BOTH("IsendIrecv", OVERLAP, isend_irecv),
    BOTH("Ibarrier", NO_MESSAGE_OVERLAP, ibarrier),
    BOTH("Ibcast", OVERLAP, ibcast),
    BOTH("Igather", OVERLAP, igather),
    BOTH("Igatherv", OVERLAP, igatherv),
    BOTH("Iscatter", OVERLAP, iscatter),
    BOTH("Iscatterv", OVERLAP, iscatterv),
    BOTH("Iallgather", OVERLAP, iallgather),
    BOTH("Iallgatherv", OVERLAP, iallgatherv),
    BOTH("Ialltoall", OVERLAP, ialltoall),
    BOTH("Ialltoallv", OVERLAP, ialltoallv),
    BOTH("Ireduce", FLOAT_OVERLAP, ireduce),
    BOTH("Iallreduce", FLOAT_OVERLAP, iallreduce),
    BOTH("Ireduce_scatter", FLOAT_OVERLAP, ireduce_scatter),
    BOTH("Ireduce_scatter_block", FLOAT_OVERLAP, ireduce_scatter_block),
    BOTH("Iscan", FLOAT_OVERLAP, iscan),
    BOTH("Iexscan", FLOAT_OVERLAP, iexscan),
};
const int nbc_count = COUNT(nbc);
