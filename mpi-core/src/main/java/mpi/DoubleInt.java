package mpi;

/** Pairs of a {@code double} and an index, in bytes. MPI-4.1 section 6.9.4. */
public final class DoubleInt extends Struct {
    private final int value = addDouble();
    private final int index = setOffset(8).addInt();

    DoubleInt() {}

    @Override
    protected DoubleInt.Data newData() {
        return new Data();
    }

    /** One pair. MPI-4.1 section 6.9.4. */
    public final class Data extends Struct.Data {
        /** A view of no pair yet. MPI-4.1 section 6.9.4. */
        public Data() {}

        /** The value. MPI-4.1 section 6.9.4. */
        public double getValue() {
            return getDouble(value);
        }

        /** The index. MPI-4.1 section 6.9.4. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. MPI-4.1 section 6.9.4. */
        public void putValue(double v) {
            putDouble(value, v);
        }

        /** Sets the index. MPI-4.1 section 6.9.4. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
