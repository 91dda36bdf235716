package applications.nas;

import applications.frame.Random46;

/**
 * The random symmetric matrix of CG: a sum of outer products of sparse random vectors, the weights
 * of which fall geometrically from 1 to {@link #CONDITION}, plus a multiple of the unit matrix.
 * Every rank makes all vectors, and from them its own block of the matrix.
 */
final class OuterProducts {
    private static final double CONDITION = 0.1;
    private static final double DIAGONAL_ELEMENT = 0.5;
    private static final long SEED = 314_159_265;

    private final int order;
    private final double diagonal;

    /** Elements of each vector at most; vector k begins at k times this. */
    private final int stride;

    private final int[] counts;
    private final int[] indices;
    private final double[] elements;
    private final double[] weights;

    /**
     * Makes the vectors.
     *
     * @param order of the matrix
     * @param nonzeros random elements of each vector
     * @param shift subtracted from the diagonal
     */
    OuterProducts(int order, int nonzeros, double shift) {
        this.order = order;
        diagonal = CONDITION - shift;
        stride = nonzeros + 1;
        counts = new int[order];
        indices = new int[order * stride];
        elements = new double[order * stride];
        weights = new double[order];
        Random46 random = new Random46(SEED);
        // The benchmark discards the first number.
        random.next();
        double ratio = Math.pow(CONDITION, 1.0 / order);
        double weight = 1;
        for (int vector = 0; vector < order; vector++) {
            fill(vector, nonzeros, random);
            setDiagonal(vector);
            weights[vector] = weight;
            weight *= ratio;
        }
    }

    private void fill(int vector, int nonzeros, Random46 random) {
        int range = 2;
        while (range < order) {
            range *= 2;
        }
        while (counts[vector] < nonzeros) {
            double element = random.next();
            int index = (int) (range * random.next());
            if (index < order && find(vector, index) < 0) {
                append(vector, index, element);
            }
        }
    }

    private void append(int vector, int index, double element) {
        int at = vector * stride + counts[vector]++;
        indices[at] = index;
        elements[at] = element;
    }

    private void setDiagonal(int vector) {
        int at = find(vector, vector);
        if (at < 0) {
            append(vector, vector, DIAGONAL_ELEMENT);
        } else {
            elements[at] = DIAGONAL_ELEMENT;
        }
    }

    /** Where the vector has the index, or -1. */
    private int find(int vector, int index) {
        int first = vector * stride;
        for (int at = first; at < first + counts[vector]; at++) {
            if (indices[at] == index) {
                return at;
            }
        }
        return -1;
    }

    /** Out = matrix in, from the vectors: to verify what the assembled matrix gives. */
    void multiply(double[] in, double[] out) {
        for (int i = 0; i < order; i++) {
            out[i] = diagonal * in[i];
        }
        for (int vector = 0; vector < order; vector++) {
            int first = vector * stride;
            int end = first + counts[vector];
            double product = 0;
            for (int at = first; at < end; at++) {
                product += elements[at] * in[indices[at]];
            }
            product *= weights[vector];
            for (int at = first; at < end; at++) {
                out[indices[at]] += product * elements[at];
            }
        }
    }

    /** The block of some rows and columns. */
    SparseBlock block(int firstRow, int rows, int firstColumn, int columns) {
        SparseBlock.Builder builder = new SparseBlock.Builder(firstRow, rows, firstColumn, columns);
        // Twice: to count the elements, then to add them.
        for (int pass = 0; pass < 2; pass++) {
            for (int vector = 0; vector < order; vector++) {
                addProduct(vector, builder);
            }
            for (int i = 0; i < order; i++) {
                builder.add(i, i, diagonal);
            }
            builder.endPass();
        }
        return builder.build();
    }

    private void addProduct(int vector, SparseBlock.Builder builder) {
        int first = vector * stride;
        int end = first + counts[vector];
        for (int at = first; at < end; at++) {
            double scaled = weights[vector] * elements[at];
            for (int other = first; other < end; other++) {
                builder.add(indices[other], indices[at], elements[other] * scaled);
            }
        }
    }
}
