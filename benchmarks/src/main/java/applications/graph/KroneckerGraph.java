package applications.graph;

import applications.frame.Blocks;
import applications.frame.SplitMix64;

/**
 * The undirected graph of the Graph500 benchmark: 2^scale vertices, and 16 edges for each, whose
 * ends are drawn by the probabilities of the four quadrants of the adjacency matrix, on each level
 * of its division, and then renumbered. Any rank generates any edge by its number. Self-loops are
 * left out, repeated edges are not.
 */
final class KroneckerGraph {
    private static final int EDGE_FACTOR = 16;

    /** Bounds of the first three quadrants (0.57, 0.19 and 0.19), as fractions of 32 bits. */
    private static final long FIRST = (long) (0.57 * 0x1p32);

    private static final long SECOND = (long) (0.76 * 0x1p32);
    private static final long THIRD = (long) (0.95 * 0x1p32);
    private static final long DRAW = 0xFFFF_FFFFL;

    private final int scale;
    private final int ranks;

    /** The first vertex whose neighbours are here. */
    private final int first;

    /** Where the neighbours of each vertex of the block begin, and their end. */
    private final int[] starts;

    private final int[] neighbours;

    /** The neighbours of a block of vertices. */
    KroneckerGraph(int scale, int rank, int ranks) {
        if (scale < 1 || scale > 30 || ranks > 1 << scale) {
            throw new IllegalArgumentException(
                    "-scale is from 1 to 30, and 2^scale at least the number of ranks, " + ranks);
        }
        this.scale = scale;
        this.ranks = ranks;
        Blocks blocks = new Blocks(vertices(), ranks);
        first = blocks.start(rank);
        starts = new int[blocks.size(rank) + 1];
        countNeighbours();
        neighbours = new int[starts[starts.length - 1]];
        fillNeighbours();
    }

    private void countNeighbours() {
        for (long edge = 0; edge < edges(); edge++) {
            long ends = ends(edge);
            int one = low(ends) - first;
            int other = high(ends) - first;
            // The count of a vertex is one place behind it, to become the start of the next one.
            if (isHere(one) && one != other) {
                starts[one + 1]++;
            }
            if (isHere(other) && one != other) {
                starts[other + 1]++;
            }
        }
        for (int i = 1; i < starts.length; i++) {
            starts[i] = Math.addExact(starts[i], starts[i - 1]);
        }
    }

    private void fillNeighbours() {
        int[] next = starts.clone();
        for (long edge = 0; edge < edges(); edge++) {
            long ends = ends(edge);
            int one = low(ends) - first;
            int other = high(ends) - first;
            if (isHere(one) && one != other) {
                neighbours[next[one]++] = high(ends);
            }
            if (isHere(other) && one != other) {
                neighbours[next[other]++] = low(ends);
            }
        }
    }

    private boolean isHere(int vertexOfBlock) {
        return vertexOfBlock >= 0 && vertexOfBlock < starts.length - 1;
    }

    int vertices() {
        return 1 << scale;
    }

    long edges() {
        return (long) EDGE_FACTOR << scale;
    }

    /** Where the neighbours of each vertex of the block begin, and their end. */
    int[] starts() {
        return starts;
    }

    /** The neighbours of the block's vertices. */
    int[] neighbours() {
        return neighbours;
    }

    /** The rank that has a vertex in its block. */
    int owner(int vertex) {
        return (int) ((vertex + 1L) * ranks - 1 >> scale);
    }

    /** Both ends of an edge, as {@link #low} and {@link #high}. */
    long ends(long edge) {
        int row = 0;
        int column = 0;
        for (int level = 0; level < scale; level += 2) {
            long random = SplitMix64.at(edge << 4 | level >> 1);
            row = row << 1 | rowBit(random & DRAW);
            column = column << 1 | columnBit(random & DRAW);
            if (level + 1 < scale) {
                row = row << 1 | rowBit(random >>> 32);
                column = column << 1 | columnBit(random >>> 32);
            }
        }
        return (long) renumbered(row) << 32 | renumbered(column);
    }

    /** Whether a draw is in the third or fourth quadrant, without a branch. */
    private static int rowBit(long draw) {
        return (int) (SECOND - 1 - draw >>> 63);
    }

    /** Whether a draw is in the second or fourth quadrant, without a branch. */
    private static int columnBit(long draw) {
        long beyond = (FIRST - 1 - draw >>> 63) + (THIRD - 1 - draw >>> 63);
        return (int) (beyond - (SECOND - 1 - draw >>> 63));
    }

    /** A bijection of the vertices, so that their numbers do not show their degrees. */
    private int renumbered(int vertex) {
        int mask = vertices() - 1;
        int shift = scale / 2 + 1;
        int mixed = vertex * 0x9E37_79B1 + 0x7F4A_7C15 & mask;
        mixed = (mixed ^ mixed >>> shift) * 0x85EB_CA6B & mask;
        return mixed ^ mixed >>> shift;
    }

    static int low(long ends) {
        return (int) ends;
    }

    static int high(long ends) {
        return (int) (ends >>> 32);
    }
}
