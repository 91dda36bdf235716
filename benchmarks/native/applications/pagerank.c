/* PageRank of a Kronecker graph, by the power method. The vertices are divided into blocks; each
 * iteration gathers the shares that all vertices pass to their neighbours, and reduces the rank of
 * the vertices without neighbours, which is divided among all; each vertex pulls the shares of its
 * neighbours. -scale: 2^scale vertices; -iterations. Verified: the last iteration with the edges as
 * they are generated, the sum, and that the iterations converge; the value is the sum of the
 * squares of the ranks. */
#include "application.h"
#include "blocks.h"
#include "kronecker.h"
#include <math.h>

#define DAMPING 0.85
#define TOLERANCE 1e-10

const char *const name = "pagerank";
static int iterations;
static struct graph graph;
static double *ranks, *previous, *shares, *all_shares;
static int *counts, *offsets;

void prepare(void) {
    iterations = number_option("-iterations", 20);
    graph = make_graph(number_option("-scale", 16));
    size_t count = (size_t)graph.count;
    ranks = allocate(count, sizeof *ranks);
    previous = allocate(count, sizeof *previous);
    shares = allocate(count, sizeof *shares);
    all_shares = allocate((size_t)graph.vertices, sizeof *all_shares);
    counts = allocate((size_t)size, sizeof *counts);
    offsets = allocate((size_t)size, sizeof *offsets);
    set_blocks(&graph, counts, offsets);
    for (int i = 0; i < graph.count; i++) ranks[i] = 1.0 / graph.vertices;
}

/* Divides ranks by the number of neighbours; returns the sum of those without any. */
static double share(void) {
    double unlinked = 0;
    for (int vertex = 0; vertex < graph.count; vertex++) {
        int degree = graph.starts[vertex + 1] - graph.starts[vertex];
        shares[vertex] = degree == 0 ? 0 : ranks[vertex] / degree;
        unlinked += degree == 0 ? ranks[vertex] : 0;
    }
    return unlinked;
}

static void pull(double least, double *restrict next) {
    const double *restrict all = all_shares;
    const int *restrict neighbours = graph.neighbours;
    for (int vertex = 0; vertex < graph.count; vertex++) {
        double sum = 0;
        int end = graph.starts[vertex + 1];
        for (int i = graph.starts[vertex]; i < end; i++) sum += all[neighbours[i]];
        next[vertex] = least + DAMPING * sum;
    }
}

void compute(void) {
    for (int i = 0; i < iterations; i++) {
        double unlinked = share(), total_unlinked;
        MPI_Allgatherv(shares, graph.count, MPI_DOUBLE, all_shares, counts, offsets, MPI_DOUBLE,
                       MPI_COMM_WORLD);
        MPI_Allreduce(&unlinked, &total_unlinked, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        double *next = previous;
        previous = ranks;
        ranks = next;
        pull((1 - DAMPING + DAMPING * total_unlinked) / graph.vertices, next);
    }
}

/* Sets the number of neighbours of all vertices, of a block of edges for each rank. */
static void set_degrees(double *total) {
    double *degrees = allocate((size_t)graph.vertices, sizeof *degrees);
    int64_t begin = graph.edges * rank / size, end = graph.edges * (rank + 1) / size;
    for (int64_t i = begin; i < end; i++) {
        struct edge edge = graph_edge(&graph, i);
        if (edge.one == edge.other) continue;
        degrees[edge.one]++;
        degrees[edge.other]++;
    }
    MPI_Allreduce(degrees, total, graph.vertices, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    free(degrees);
}

/* The last iteration for all vertices, along the edges of a block for each rank. */
static double *make_pushed(void) {
    size_t vertices = (size_t)graph.vertices;
    double *all = allocate(vertices, sizeof *all), *degrees = allocate(vertices, sizeof *degrees);
    double *pushed = allocate(vertices, sizeof *pushed), *total = allocate(vertices, sizeof *total);
    MPI_Allgatherv(previous, graph.count, MPI_DOUBLE, all, counts, offsets, MPI_DOUBLE,
                   MPI_COMM_WORLD);
    set_degrees(degrees);
    int64_t begin = graph.edges * rank / size, end = graph.edges * (rank + 1) / size;
    for (int64_t i = begin; i < end; i++) {
        struct edge edge = graph_edge(&graph, i);
        if (edge.one == edge.other) continue;
        pushed[edge.one] += DAMPING * all[edge.other] / degrees[edge.other];
        pushed[edge.other] += DAMPING * all[edge.one] / degrees[edge.one];
    }
    MPI_Allreduce(pushed, total, graph.vertices, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    double rest = 1 - DAMPING;
    for (size_t i = 0; i < vertices; i++) rest += degrees[i] == 0 ? DAMPING * all[i] : 0;
    for (size_t i = 0; i < vertices; i++) total[i] += rest / graph.vertices;
    free(all);
    free(degrees);
    free(pushed);
    return total;
}

void verify(double *value, bool *correct) {
    double *expected = make_pushed(), sums[4] = {0}, totals[4];
    for (int i = 0; i < graph.count; i++) {
        double error = fabs(ranks[i] - expected[graph.first + i]);
        if (!(error <= TOLERANCE * ranks[i])) sums[0]++;    /* NaN too */
        sums[1] += ranks[i];
        sums[2] += fabs(ranks[i] - previous[i]);
        sums[3] += ranks[i] * ranks[i];
    }
    free(expected);
    MPI_Allreduce(sums, totals, 4, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    bool one = fabs(totals[1] - 1) <= TOLERANCE;
    /* The change of the first iteration is at most 2; damping reduces the others. */
    bool converging = totals[2] <= 2 * pow(DAMPING, iterations - 1) + TOLERANCE;
    *value = totals[3];
    *correct = totals[0] == 0 && one && converging;
}
