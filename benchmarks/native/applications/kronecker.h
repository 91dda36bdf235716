/* The twin of KroneckerGraph.java: the undirected graph of the Graph500 benchmark: 2^scale
 * vertices, and 16 edges for each, whose ends are drawn by the probabilities of the four quadrants
 * of the adjacency matrix, on each level of its division, and then renumbered. Any rank generates
 * any edge by its number. Self-loops are left out, repeated edges are not. */
#ifndef KRONECKER_H
#define KRONECKER_H
#include "application.h"
#include "blocks.h"
#include "splitmix64.h"

#define EDGE_FACTOR 16

/* Bounds of the first three quadrants (0.57, 0.19 and 0.19), as fractions of 32 bits. */
#define FIRST_QUADRANT (int64_t)(0.57 * 0x1p32)
#define SECOND_QUADRANT (int64_t)(0.76 * 0x1p32)
#define THIRD_QUADRANT (int64_t)(0.95 * 0x1p32)

struct graph {
    int scale;
    int vertices;
    int64_t edges;
    int first, count;       /* the block of vertices whose neighbours are here */
    int *starts;            /* where the neighbours of each of them begin, and their end */
    int *neighbours;
};

struct edge { int one, other; };

/* Whether a draw is in the third or fourth quadrant, without a branch. */
static inline uint32_t row_bit(int64_t draw) {
    return (uint32_t)((uint64_t)(SECOND_QUADRANT - 1 - draw) >> 63);
}

/* Whether a draw is in the second or fourth quadrant, without a branch. */
static inline uint32_t column_bit(int64_t draw) {
    return (uint32_t)(((uint64_t)(FIRST_QUADRANT - 1 - draw) >> 63)
                      + ((uint64_t)(THIRD_QUADRANT - 1 - draw) >> 63)) - row_bit(draw);
}

/* A bijection of the vertices, so that their numbers do not show their degrees. */
static inline int renumbered(const struct graph *graph, uint32_t vertex) {
    uint32_t mask = (uint32_t)graph->vertices - 1;
    int shift = graph->scale / 2 + 1;
    uint32_t mixed = (vertex * UINT32_C(0x9E3779B1) + UINT32_C(0x7F4A7C15)) & mask;
    mixed = (mixed ^ mixed >> shift) * UINT32_C(0x85EBCA6B) & mask;
    return (int)(mixed ^ mixed >> shift);
}

/* Both ends of an edge. */
static inline struct edge graph_edge(const struct graph *graph, int64_t edge) {
    uint32_t row = 0, column = 0;
    for (int level = 0; level < graph->scale; level += 2) {
        uint64_t random = splitmix64(edge << 4 | level >> 1);
        int64_t low = (int64_t)(random & UINT32_MAX), high = (int64_t)(random >> 32);
        row = row << 1 | row_bit(low);
        column = column << 1 | column_bit(low);
        if (level + 1 < graph->scale) {
            row = row << 1 | row_bit(high);
            column = column << 1 | column_bit(high);
        }
    }
    return (struct edge){renumbered(graph, column), renumbered(graph, row)};
}

/* The rank that has a vertex in its block. */
static inline int graph_owner(const struct graph *graph, int vertex) {
    return (int)((((int64_t)vertex + 1) * size - 1) >> graph->scale);
}

static inline bool is_here(const struct graph *graph, int vertex) {
    return vertex >= graph->first && vertex < graph->first + graph->count;
}

/* Sets where the neighbours of each vertex of the block begin. */
static inline void count_neighbours(struct graph *graph) {
    int64_t *degrees = allocate((size_t)graph->count, sizeof *degrees), sum = 0;
    for (int64_t i = 0; i < graph->edges; i++) {
        struct edge edge = graph_edge(graph, i);
        if (edge.one == edge.other) continue;
        if (is_here(graph, edge.one)) degrees[edge.one - graph->first]++;
        if (is_here(graph, edge.other)) degrees[edge.other - graph->first]++;
    }
    for (int i = 0; i < graph->count; i++) {
        sum += degrees[i];
        graph->starts[i + 1] = (int)sum;
    }
    free(degrees);
    if (sum > INT32_MAX) {
        fprintf(stderr, "%s: more neighbours than an int counts: use more ranks\n", name);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static inline void fill_neighbours(struct graph *graph) {
    int *next = allocate((size_t)graph->count, sizeof *next);
    memcpy(next, graph->starts, (size_t)graph->count * sizeof *next);
    for (int64_t i = 0; i < graph->edges; i++) {
        struct edge edge = graph_edge(graph, i);
        if (edge.one == edge.other) continue;
        if (is_here(graph, edge.one)) {
            graph->neighbours[next[edge.one - graph->first]++] = edge.other;
        }
        if (is_here(graph, edge.other)) {
            graph->neighbours[next[edge.other - graph->first]++] = edge.one;
        }
    }
    free(next);
}

/* A graph with the neighbours of this rank's block of vertices. */
static inline struct graph make_graph(int scale) {
    if (scale < 1 || scale > 30 || size > 1 << scale) {
        char message[100];
        snprintf(message, sizeof message,
                 "-scale is from 1 to 30, and 2^scale at least the number of ranks, %d", size);
        stop(message);
    }
    struct graph graph = {.scale = scale, .vertices = 1 << scale};
    graph.edges = (int64_t)EDGE_FACTOR << scale;
    graph.first = block_start(graph.vertices, size, rank);
    graph.count = block_size(graph.vertices, size, rank);
    graph.starts = allocate((size_t)graph.count + 1, sizeof *graph.starts);
    count_neighbours(&graph);
    graph.neighbours = allocate((size_t)graph.starts[graph.count], sizeof *graph.neighbours);
    fill_neighbours(&graph);
    return graph;
}

/* The counts and the offsets of the blocks of all ranks. */
static inline void set_blocks(const struct graph *graph, int *counts, int *offsets) {
    for (int part = 0; part < size; part++) {
        counts[part] = block_size(graph->vertices, size, part);
        offsets[part] = block_start(graph->vertices, size, part);
    }
}
#endif
