/* Breadth-first search of a Kronecker graph from several roots, in the manner of the Graph500
 * benchmark. The vertices are divided into blocks; each level sends the edges that leave the
 * frontier to the ranks of their other ends by an exchange between all ranks, each vertex once from
 * each rank. -scale: 2^scale vertices; -roots. The trees of parents are verified with the rules of
 * Graph500; the value is the sum of the depths of all vertices. */
#include "application.h"
#include "blocks.h"
#include "kronecker.h"

#define NONE (-1)

const char *const name = "bfs";
static int roots;
static struct graph graph;
static int **parents;               /* for each root, of this rank's vertices */
static int *reached;                /* this rank's vertices that have been reached, in this order */
static int reached_count;
static bool *is_sent;               /* of all vertices, whether this rank has sent an edge to it */

/* Pairs of a vertex and its possible parent, for each rank from a fixed offset. */
static int *sent, *sent_offsets, *sent_counts;
static int *received, *received_offsets, *received_counts;

void prepare(void) {
    int scale = number_option("-scale", 16);
    roots = number_option("-roots", 4);
    graph = make_graph(scale);
    size_t count = (size_t)graph.count, ranks = (size_t)size, vertices = (size_t)graph.vertices;
    parents = allocate((size_t)roots, sizeof *parents);
    for (int search = 0; search < roots; search++) {
        parents[search] = allocate(count, sizeof **parents);
    }
    reached = allocate(count, sizeof *reached);
    is_sent = allocate(vertices, sizeof *is_sent);
    sent = allocate(2 * vertices, sizeof *sent);
    sent_offsets = allocate(ranks, sizeof *sent_offsets);
    sent_counts = allocate(ranks, sizeof *sent_counts);
    received = allocate(2 * count * ranks, sizeof *received);
    received_offsets = allocate(ranks, sizeof *received_offsets);
    received_counts = allocate(ranks, sizeof *received_counts);
    for (int part = 0; part < size; part++) {
        sent_offsets[part] = 2 * block_start(graph.vertices, size, part);
    }
}

/* The start of a search: an end of a random edge. */
static int root_of(int search) {
    int64_t number = (int64_t)(splitmix64(-2 - (int64_t)search) >> 1) % graph.edges;
    while (true) {
        struct edge edge = graph_edge(&graph, number);
        if (edge.one != edge.other) return edge.one;
        number = (number + 1) % graph.edges;
    }
}

static inline void reach(int *parent, int vertex, int from) {
    if (parent[vertex] == NONE) {
        parent[vertex] = from;
        reached[reached_count++] = vertex;
    }
}

static inline void add(int vertex, int from) {
    int owner = graph_owner(&graph, vertex), next = sent_offsets[owner] + sent_counts[owner];
    sent[next] = vertex;
    sent[next + 1] = from;
    sent_counts[owner] += 2;
}

/* Follows the edges of a vertex of this rank. */
static void expand(int vertex, int *parent) {
    const int *neighbours = graph.neighbours;
    int first = graph.first, count = graph.count, end = graph.starts[vertex + 1];
    for (int i = graph.starts[vertex]; i < end; i++) {
        int neighbour = neighbours[i], own = neighbour - first;
        if (own >= 0 && own < count) {
            reach(parent, own, first + vertex);
        } else if (!is_sent[neighbour]) {
            is_sent[neighbour] = true;
            add(neighbour, first + vertex);
        }
    }
}

static void exchange(void) {
    MPI_Alltoall(sent_counts, 1, MPI_INT, received_counts, 1, MPI_INT, MPI_COMM_WORLD);
    int offset = 0;
    for (int part = 0; part < size; part++) {
        received_offsets[part] = offset;
        offset += received_counts[part];
    }
    MPI_Alltoallv(sent, sent_counts, sent_offsets, MPI_INT, received, received_counts,
                  received_offsets, MPI_INT, MPI_COMM_WORLD);
}

static void receive(int *parent) {
    int end = received_offsets[size - 1] + received_counts[size - 1];
    for (int i = 0; i < end; i += 2) {
        reach(parent, received[i] - graph.first, received[i + 1]);
    }
}

static void search_from(int root, int *parent) {
    for (int i = 0; i < graph.count; i++) parent[i] = NONE;
    memset(is_sent, 0, (size_t)graph.vertices * sizeof *is_sent);
    reached_count = 0;
    if (graph_owner(&graph, root) == rank) reach(parent, root - graph.first, root);
    int begin = 0, total_found;
    do {
        int end = reached_count;
        memset(sent_counts, 0, (size_t)size * sizeof *sent_counts);
        for (int i = begin; i < end; i++) expand(reached[i], parent);
        exchange();
        receive(parent);
        begin = end;
        int found = reached_count - end;
        MPI_Allreduce(&found, &total_found, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    } while (total_found > 0);
}

void compute(void) {
    for (int search = 0; search < roots; search++) search_from(root_of(search), parents[search]);
}

/* Follows the parents of all vertices to the root; returns whether there are no cycles. */
static bool set_depths(const int *all, int *depths, int root) {
    int *path = allocate((size_t)graph.vertices, sizeof *path);
    bool tree = true;
    for (int i = 0; i < graph.vertices; i++) depths[i] = NONE;
    depths[root] = 0;
    for (int start = 0; start < graph.vertices && tree; start++) {
        int length = 0, vertex = start;
        while (vertex != NONE && depths[vertex] == NONE && length < graph.vertices) {
            path[length++] = vertex;
            vertex = all[vertex];
        }
        tree = vertex == NONE ? length <= 1 : depths[vertex] != NONE;
        for (int i = length - 1; i >= 0 && tree && vertex != NONE; i--) {
            depths[path[i]] = depths[vertex] + length - i;
        }
    }
    free(path);
    return tree;
}

/* Checks this rank's block of the generated edges; returns the number of errors, and sets whether
 * an edge between a vertex and its parent has been generated. */
static int check_edges(const int *all, const int *depths, int *has_edge) {
    int64_t begin = graph.edges * rank / size, end = graph.edges * (rank + 1) / size;
    int errors = 0;
    for (int64_t i = begin; i < end; i++) {
        struct edge edge = graph_edge(&graph, i);
        if (edge.one == edge.other) continue;
        int one = depths[edge.one], other = depths[edge.other];
        if ((one == NONE) != (other == NONE) || abs(one - other) > 1) errors++;
        if (all[edge.one] == edge.other) has_edge[edge.one] = 1;
        if (all[edge.other] == edge.one) has_edge[edge.other] = 1;
    }
    return errors;
}

/* Whether parents are a tree whose edges are edges of the graph, and an edge of the graph joins
 * vertices whose depths differ by at most one, or two that are not reached. */
static bool is_tree(int root, const int *own, int *depths) {
    size_t vertices = (size_t)graph.vertices, ranks = (size_t)size;
    int *all = allocate(vertices, sizeof *all), *has_edge = allocate(vertices, sizeof *has_edge);
    int *counts = allocate(ranks, sizeof *counts), *offsets = allocate(ranks, sizeof *offsets);
    set_blocks(&graph, counts, offsets);
    MPI_Allgatherv(own, graph.count, MPI_INT, all, counts, offsets, MPI_INT, MPI_COMM_WORLD);
    int errors = all[root] == root && set_depths(all, depths, root) ? 0 : 1, total_errors;
    has_edge[root] = 1;
    errors += check_edges(all, depths, has_edge);
    MPI_Allreduce(&errors, &total_errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int *has_edge_anywhere = allocate(vertices, sizeof *has_edge_anywhere);
    MPI_Allreduce(has_edge, has_edge_anywhere, graph.vertices, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    for (int vertex = 0; vertex < graph.vertices; vertex++) {
        if (all[vertex] != NONE && !has_edge_anywhere[vertex]) total_errors++;
    }
    free(all);
    free(has_edge);
    free(counts);
    free(offsets);
    free(has_edge_anywhere);
    return total_errors == 0;
}

void verify(double *value, bool *correct) {
    int *depths = allocate((size_t)graph.vertices, sizeof *depths);
    int64_t sum = 0;
    *correct = true;
    for (int search = 0; search < roots; search++) {
        *correct &= is_tree(root_of(search), parents[search], depths);
        for (int i = 0; i < graph.vertices; i++) sum += depths[i] > 0 ? depths[i] : 0;
    }
    free(depths);
    *value = (double)sum;
}
