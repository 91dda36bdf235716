package applications.nas;

/** A block of a sparse matrix, by rows; elements of a row are in the order of their columns. */
final class SparseBlock {
    /** Where each row begins, and the last one ends. */
    private final int[] starts;

    /** From the first column of the block. */
    private final int[] columns;

    private final double[] values;

    private SparseBlock(int[] starts, int[] columns, double[] values) {
        this.starts = starts;
        this.columns = columns;
        this.values = values;
    }

    /** Out = block in. */
    void multiply(double[] in, double[] out) {
        int[] starts = this.starts;
        int[] columns = this.columns;
        double[] values = this.values;
        int rows = starts.length - 1;
        for (int row = 0; row < rows; row++) {
            int end = starts[row + 1];
            double sum = 0;
            for (int at = starts[row]; at < end; at++) {
                sum += values[at] * in[columns[at]];
            }
            out[row] = sum;
        }
    }

    /**
     * Assembles a block of elements in any order, which are added twice: the first pass counts, the
     * second one places them by columns, so that building only distributes them to the rows.
     * Elements at the same place are summed in the order in which they were added.
     */
    static final class Builder {
        private final int firstRow;
        private final int firstColumn;
        private final int[] columnEnds;
        private final int[] rowStarts;
        private int[] rowOf;
        private double[] valueOf;

        Builder(int firstRow, int rows, int firstColumn, int columns) {
            this.firstRow = firstRow;
            this.firstColumn = firstColumn;
            columnEnds = new int[columns];
            rowStarts = new int[rows + 1];
        }

        /** Adds an element, if it is in the block. */
        void add(int row, int column, double value) {
            int localRow = row - firstRow;
            int localColumn = column - firstColumn;
            if (localRow < 0
                    || localRow >= rowStarts.length - 1
                    || localColumn < 0
                    || localColumn >= columnEnds.length) {
                return;
            }
            if (rowOf == null) {
                columnEnds[localColumn]++;
                rowStarts[localRow + 1]++;
            } else {
                int at = columnEnds[localColumn]++;
                rowOf[at] = localRow;
                valueOf[at] = value;
            }
        }

        /** Ends the first pass, or the second. */
        void endPass() {
            if (rowOf != null) {
                return;
            }
            int total = 0;
            for (int i = 0; i < columnEnds.length; i++) {
                int count = columnEnds[i];
                columnEnds[i] = total;
                total += count;
            }
            for (int i = 1; i < rowStarts.length; i++) {
                rowStarts[i] += rowStarts[i - 1];
            }
            rowOf = new int[total];
            valueOf = new double[total];
        }

        SparseBlock build() {
            int[] columns = new int[rowOf.length];
            double[] values = new double[rowOf.length];
            int[] rowEnds = rowStarts.clone();
            int from = 0;
            for (int column = 0; column < columnEnds.length; column++) {
                for (; from < columnEnds[column]; from++) {
                    int at = rowEnds[rowOf[from]]++;
                    columns[at] = column;
                    values[at] = valueOf[from];
                }
            }
            sumEqual(columns, values);
            return new SparseBlock(rowStarts, columns, values);
        }

        /** Sums elements at the same place, and closes the gaps. */
        private void sumEqual(int[] columns, double[] values) {
            int to = 0;
            int from = 0;
            for (int row = 0; row + 1 < rowStarts.length; row++) {
                int start = to;
                for (; from < rowStarts[row + 1]; from++) {
                    if (to > start && columns[to - 1] == columns[from]) {
                        values[to - 1] += values[from];
                    } else {
                        columns[to] = columns[from];
                        values[to++] = values[from];
                    }
                }
                rowStarts[row + 1] = to;
            }
        }
    }
}
