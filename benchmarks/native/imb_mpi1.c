/* IMB-MPI1; some also are in IMB-MT and IMB-P2P. */
#include "imb.h"

static void ping_pong_from(int source) {
    char *answer = echo ? my.in : my.out;
    if (my.rank < my.peer) {
        MPI_Send(answer, my.n, MPI_BYTE, my.peer, TAG, my.comm);
        MPI_Recv(my.in, my.n, MPI_BYTE, source, TAG, my.comm, MPI_STATUS_IGNORE);
    } else if (my.rank > my.peer) {
        MPI_Recv(my.in, my.n, MPI_BYTE, source, TAG, my.comm, MPI_STATUS_IGNORE);
        MPI_Send(answer, my.n, MPI_BYTE, my.peer, TAG, my.comm);
    }
}
void ping_pong(void) { ping_pong_from(my.peer); }
static void ping_pong_any(void) { ping_pong_from(MPI_ANY_SOURCE); }

static void ping_ping_from(int source) {
    if (my.peer == my.rank) return;
    MPI_Isend(my.out, my.n, MPI_BYTE, my.peer, TAG, my.comm, my.requests);
    MPI_Recv(my.in, my.n, MPI_BYTE, source, TAG, my.comm, MPI_STATUS_IGNORE);
    MPI_Wait(my.requests, MPI_STATUS_IGNORE);
}
void ping_ping(void) { ping_ping_from(my.peer); }
static void ping_ping_any(void) { ping_ping_from(MPI_ANY_SOURCE); }

void send_recv(void) {
    MPI_Sendrecv(my.out, my.n, MPI_BYTE, my.right, TAG, my.in, my.n, MPI_BYTE, my.left, TAG,
                 my.comm, MPI_STATUS_IGNORE);
}

void exchange(void) {
    MPI_Isend(my.out, my.n, MPI_BYTE, my.right, TAG, my.comm, &my.requests[0]);
    MPI_Isend(my.out2, my.n, MPI_BYTE, my.left, TAG + 1, my.comm, &my.requests[1]);
    MPI_Recv(my.in, my.n, MPI_BYTE, my.left, TAG, my.comm, MPI_STATUS_IGNORE);
    MPI_Recv(my.in2, my.n, MPI_BYTE, my.right, TAG + 1, my.comm, MPI_STATUS_IGNORE);
    MPI_Waitall(2, my.requests, MPI_STATUSES_IGNORE);
}

static void windows(int both) {
    int first = my.rank < my.peer, posted = 0;
    char answer = 0;
    if (my.peer == my.rank) return;
    if (both || !first)
        for (int i = 0; i < window; i++)
            MPI_Irecv(my.in, my.n, MPI_BYTE, my.peer, TAG, my.comm, &my.requests[posted++]);
    if (both || first)
        for (int i = 0; i < window; i++)
            MPI_Isend(my.out, my.n, MPI_BYTE, my.peer, TAG, my.comm, &my.requests[posted++]);
    MPI_Waitall(posted, my.requests, MPI_STATUSES_IGNORE);
    if (first) MPI_Recv(&answer, 1, MPI_BYTE, my.peer, TAG, my.comm, MPI_STATUS_IGNORE);
    else MPI_Send(&answer, 1, MPI_BYTE, my.peer, TAG, my.comm);
}
void uniband(void) { windows(0); }
void biband(void) { windows(1); }

void barrier(void) { MPI_Barrier(my.comm); }
void bcast(void) { MPI_Bcast(my.rank == ROOT ? my.out : my.in, my.n, MPI_BYTE, ROOT, my.comm); }
static void gather(void) {
    MPI_Gather(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, ROOT, my.comm);
}
static void gatherv(void) {
    MPI_Gatherv(my.out, my.n, MPI_BYTE, my.in, my.counts, my.displacements, MPI_BYTE, ROOT, my.comm);
}
static void scatter(void) {
    MPI_Scatter(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, ROOT, my.comm);
}
static void scatterv(void) {
    MPI_Scatterv(my.out, my.counts, my.displacements, MPI_BYTE, my.in, my.n, MPI_BYTE, ROOT, my.comm);
}
static void allgather(void) {
    MPI_Allgather(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, my.comm);
}
static void allgatherv(void) {
    MPI_Allgatherv(my.out, my.n, MPI_BYTE, my.in, my.counts, my.displacements, MPI_BYTE, my.comm);
}
static void alltoall(void) {
    MPI_Alltoall(my.out, my.n, MPI_BYTE, my.in, my.n, MPI_BYTE, my.comm);
}
static void alltoallv(void) {
    MPI_Alltoallv(my.out, my.counts, my.displacements, MPI_BYTE, my.in, my.counts, my.displacements,
                  MPI_BYTE, my.comm);
}

void reduce(void) { MPI_Reduce(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, ROOT, my.comm); }
void allreduce(void) { MPI_Allreduce(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm); }
static void reduce_scatter(void) {
    MPI_Reduce_scatter(my.out, my.in, my.shares, MPI_FLOAT, MPI_SUM, my.comm);
}
static void reduce_scatter_block(void) {
    MPI_Reduce_scatter_block(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm);
}
static void scan(void) { MPI_Scan(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm); }
static void exscan(void) { MPI_Exscan(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM, my.comm); }
static void reduce_local(void) {
    MPI_Reduce_local(my.out, my.in, my.n / 4, MPI_FLOAT, MPI_SUM);
}

#define S "MPI1"
const struct definition mpi1[] = {
    {S, "PingPong", PAIR, 0.5, 1, ping_pong},
    {S, "PingPongSpecificSource", PAIR, 0.5, 1, ping_pong},
    {S, "PingPongAnySource", PAIR, 0.5, 1, ping_pong_any},
    {S, "PingPing", PAIR, 1, 1, ping_ping},
    {S, "PingPingSpecificSource", PAIR, 1, 1, ping_ping},
    {S, "PingPingAnySource", PAIR, 1, 1, ping_ping_any},
    {S, "Sendrecv", LOOP, 1, 2, send_recv},
    {S, "Exchange", LOOP, 1, 4, exchange},
    {S, "Uniband", WINDOW, 1, 1, uniband},
    {S, "Biband", WINDOW, 1, 2, biband},
    {S, "Barrier", NO_MESSAGE, 1, 0, barrier},
    {S, "Bcast", CALLS, 1, 0, bcast},
    {S, "Gather", CALLS, 1, 0, gather},
    {S, "Gatherv", CALLS, 1, 0, gatherv},
    {S, "Scatter", CALLS, 1, 0, scatter},
    {S, "Scatterv", CALLS, 1, 0, scatterv},
    {S, "Allgather", CALLS, 1, 0, allgather},
    {S, "Allgatherv", CALLS, 1, 0, allgatherv},
    {S, "Alltoall", CALLS, 1, 0, alltoall},
    {S, "Alltoallv", CALLS, 1, 0, alltoallv},
    {S, "Reduce", FLOAT_CALLS, 1, 0, reduce},
    {S, "Allreduce", FLOAT_CALLS, 1, 0, allreduce},
    {S, "Reduce_scatter", FLOAT_CALLS, 1, 0, reduce_scatter},
    {S, "Reduce_scatter_block", FLOAT_CALLS, 1, 0, reduce_scatter_block},
    {S, "Scan", FLOAT_CALLS, 1, 0, scan},
    {S, "Exscan", FLOAT_CALLS, 1, 0, exscan},
    {S, "Reduce_local", FLOAT_CALLS, 1, 0, reduce_local},
};
const int mpi1_count = COUNT(mpi1);

#undef S
#define S "MT"
const struct definition mt[] = {
    {S, "PingPongMT", LOOP, 0.5, 1, ping_pong},
    {S, "PingPingMT", LOOP, 1, 1, ping_ping},
    {S, "SendrecvMT", LOOP, 1, 2, send_recv},
    {S, "ExchangeMT", LOOP, 1, 4, exchange},
    {S, "UniBandMT", WINDOW, 1, 1, uniband},
    {S, "BiBandMT", WINDOW, 1, 2, biband},
    {S, "BarrierMT", NO_MESSAGE, 1, 0, barrier},
    {S, "BcastMT", CALLS, 1, 0, bcast},
    {S, "ReduceMT", FLOAT_CALLS, 1, 0, reduce},
    {S, "AllreduceMT", FLOAT_CALLS, 1, 0, allreduce},
};
const int mt_count = COUNT(mt);
