/* What the files of imb share: definitions of benchmarks, and what one thread of a rank works on. */
#ifndef IMB_H
#define IMB_H
#include "mb.h"

enum { TAG = 1, ROOT = 0, MOST_NEIGHBOURS = 6 };

/* aggregate mode, as in Aggregation.java */
#define AGGREGATE "_aggregate"
enum { MOST_TRANSFERS = 1000, MOST_BYTES = 4 << 20 };

/* as BenchmarkDefinition.Timing */
enum timing {
    PAIR, FLOAT_PAIR, NO_MESSAGE_PAIR, LOOP, FLOAT_LOOP, WINDOW, CALLS, FLOAT_CALLS, NO_MESSAGE, NO_MESSAGE_CALLS,
    OVERLAP, FLOAT_OVERLAP, NO_MESSAGE_OVERLAP
};

struct definition {
    const char *suite, *name;
    enum timing timing;
    double share;           /* of the time of an iteration */
    int transfers;          /* in that time, of a rank; of a pair in windows and in P2P */
    void (*iterate)(void);  /* in NBC: starts the iteration, with requests in my.started */
    int dimensions;         /* of the grid of ranks; 0 without */
    void (*begin)(void), (*end)(void);  /* of a message size; null without */
};

struct job {
    MPI_Comm comm;
    int rank, np, n;
    int peer;               /* the rank at half the distance; this rank itself without one */
    char *out, *in, *out2, *in2;
    int *counts, *displacements, *shares;
    MPI_Request *requests;
    int started;            /* requests */
    int left, right, neighbours[MOST_NEIGHBOURS];
    int *ring;
    uint64_t random;
    MPI_Win win;
    char *base;             /* of the window */
    int repeated;           /* accesses that are completed together */
};
extern _Thread_local struct job my;
extern int window, echo;

extern const struct definition mpi1[], nbc[], mt[], p2p[], rma[], ext[];
extern const int mpi1_count, nbc_count, mt_count, p2p_count, rma_count, ext_count;

#define COUNT(array) (int)(sizeof array / sizeof *array)

/* imb_mpi1.c, also for MT and P2P */
void ping_pong(void);
void ping_ping(void);
void send_recv(void);
void exchange(void);
void uniband(void);
void biband(void);
void barrier(void);
void bcast(void);
void reduce(void);
void allreduce(void);

/* imb_rma.c: completes the accesses of an iteration */
void complete_accesses(void);

/* imb_p2p.c: sets my.neighbours; returns 0 if the ranks make no grid */
int place_on_grid(int dimensions);
#endif
