/* The twin of Blocks.java: items that are divided into contiguous blocks, one for each part, whose
 * sizes differ by at most one. */
#ifndef BLOCKS_H
#define BLOCKS_H
#include "application.h"

/* The first item of a part; that of the part after the last is the number of items. */
static inline int block_start(int count, int parts, int part) {
    return (int)((int64_t)count * part / parts);
}

static inline int block_size(int count, int parts, int part) {
    return block_start(count, parts, part + 1) - block_start(count, parts, part);
}

/* The size of the largest block. */
static inline int largest_block(int count, int parts) {
    return (int)(((int64_t)count + parts - 1) / parts);
}

/* Ends the program with a message. Collective. */
static inline void stop(const char *message) {
    if (rank == 0) fprintf(stderr, "%s: %s\n", name, message);
    MPI_Barrier(MPI_COMM_WORLD);    /* not before rank 0 has printed it */
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Ends the program unless each rank has a block of at least one item. */
static inline void require_filled_blocks(const char *option, int count) {
    char message[100];
    snprintf(message, sizeof message, "%s %d takes at most %d ranks, not %d", option, count, count,
             size);
    if (size > count) stop(message);
}
#endif
