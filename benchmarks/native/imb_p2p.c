/* IMB-P2P: messages of many ranks at once. All ranks draw the same random numbers. */
#include "imb.h"

static void ping_ping_received_first(void) {
    if (my.peer == my.rank) return;
    MPI_Irecv(my.in, my.n, MPI_BYTE, my.peer, TAG, my.comm, my.requests);
    MPI_Send(my.out, my.n, MPI_BYTE, my.peer, TAG, my.comm);
    MPI_Wait(my.requests, MPI_STATUS_IGNORE);
}

/* as RandomTransfers.draw */
static int draw(void) {
    my.random = my.random * 6364136223846793005u + 1442695040888963407u;
    return (int)((my.random >> 33) % my.np);
}

static void swap(int destination, int source) {
    MPI_Irecv(my.in, my.n, MPI_BYTE, source, TAG, my.comm, my.requests);
    MPI_Send(my.out, my.n, MPI_BYTE, destination, TAG, my.comm);
    MPI_Wait(my.requests, MPI_STATUS_IGNORE);
}

static void unirandom(void) {
    for (int i = 0; i < my.np; i++) {
        int first = draw(), second = draw();
        while (second == first) second = draw();
        if (my.rank == first)
            MPI_Send(my.out, my.n, MPI_BYTE, second, TAG, my.comm);
        else if (my.rank == second)
            MPI_Recv(my.in, my.n, MPI_BYTE, first, TAG, my.comm, MPI_STATUS_IGNORE);
    }
}

static void birandom(void) {
    for (int i = 0; i < my.np; i++) {
        int first = draw(), second = draw();
        while (second == first) second = draw();
        if (my.rank == first) swap(second, second);
        else if (my.rank == second) swap(first, first);
    }
}

static void corandom(void) {
    int own = 0;
    for (int i = 0; i < my.np; i++) {
        int other = draw(), moved = my.ring[i];
        my.ring[i] = my.ring[other];
        my.ring[other] = moved;
    }
    while (my.ring[own] != my.rank) own++;
    swap(my.ring[(own + 1) % my.np], my.ring[(own + my.np - 1) % my.np]);
}

static void send_recv_replace(void) {
    MPI_Sendrecv_replace(my.in, my.n, MPI_BYTE, my.right, TAG, my.left, TAG, my.comm,
                         MPI_STATUS_IGNORE);
}

/* as Stencil.shape and Stencil.neighbours */
int place_on_grid(int dimensions) {
    int shape[MOST_NEIGHBOURS / 2], ranks = my.np, stride = 1;
    for (int d = dimensions - 1; d > 0; d--) {
        int extent = 1;
        for (int e = 1, power = 1; power <= ranks; e++) {
            power = 1;
            for (int i = 0; i <= d; i++) power *= e;
            if (power <= ranks && ranks % e == 0) extent = e;
        }
        shape[d] = extent;
        ranks /= extent;
    }
    shape[0] = ranks;
    for (int d = 0; d < dimensions; d++) {
        int extent = shape[d], at = my.rank / stride % extent, origin = my.rank - at * stride;
        if (extent < 2) return 0;
        my.neighbours[2 * d] = origin + (at + extent - 1) % extent * stride;
        my.neighbours[2 * d + 1] = origin + (at + 1) % extent * stride;
        stride *= extent;
    }
    return 1;
}

/* a message has the tag of its direction */
static void stencil(int count) {
    for (int i = 0; i < count; i++)
        MPI_Irecv(my.in + (size_t)i * my.n, my.n, MPI_BYTE, my.neighbours[i], TAG + (i ^ 1), my.comm,
                  &my.requests[i]);
    for (int i = 0; i < count; i++)
        MPI_Isend(my.out + (size_t)i * my.n, my.n, MPI_BYTE, my.neighbours[i], TAG + i, my.comm,
                  &my.requests[count + i]);
    MPI_Waitall(2 * count, my.requests, MPI_STATUSES_IGNORE);
}
static void stencil2d(void) { stencil(4); }
static void stencil3d(void) { stencil(6); }

#define S "P2P"
const struct definition p2p[] = {
    {S, "P2P/PingPong", LOOP, 0.5, 1, ping_pong},
    {S, "P2P/PingPing", LOOP, 1, 2, ping_ping_received_first},
    {S, "Unirandom", LOOP, 1, 2, unirandom},
    {S, "Birandom", LOOP, 0.5, 2, birandom},
    {S, "Corandom", LOOP, 1, 2, corandom},
    {S, "SendRecv_Replace", LOOP, 1, 2, send_recv_replace},
    {S, "Stencil2D", LOOP, 1.0 / 4, 2, stencil2d, 2},
    {S, "Stencil3D", LOOP, 1.0 / 6, 2, stencil3d, 3},
};
const int p2p_count = COUNT(p2p);
