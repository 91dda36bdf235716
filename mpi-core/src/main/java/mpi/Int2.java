package mpi;

/** Pairs of a {@code int} and an index, in bytes. MPI-4.1 section 6.9.4. */
public final class Int2 extends Struct {
    private final int value = addInt();
    private final int index = setOffset(4).addInt();

    Int2() {}

    @Override
    protected Int2.Data newData() {
        return new Data();
    }

    /** One pair. MPI-4.1 section 6.9.4. */
    public final class Data extends Struct.Data {
        /** A view of no pair yet. MPI-4.1 section 6.9.4. */
        public Data() {}

        /** The value. MPI-4.1 section 6.9.4. */
        public int getValue() {
            return getInt(value);
        }

        /** The index. MPI-4.1 section 6.9.4. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. MPI-4.1 section 6.9.4. */
        public void putValue(int v) {
            putInt(value, v);
        }

        /** Sets the index. MPI-4.1 section 6.9.4. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
