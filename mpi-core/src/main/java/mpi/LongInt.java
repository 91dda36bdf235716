package mpi;

/** Pairs of a {@code long} and an index, in bytes. MPI-4.1 section 6.9.4. */
public final class LongInt extends Struct {
    private final int value = addLong();
    private final int index = setOffset(8).addInt();

    LongInt() {}

    @Override
    protected LongInt.Data newData() {
        return new Data();
    }

    /** One pair. MPI-4.1 section 6.9.4. */
    public final class Data extends Struct.Data {
        /** A view of no pair yet. MPI-4.1 section 6.9.4. */
        public Data() {}

        /** The value. MPI-4.1 section 6.9.4. */
        public long getValue() {
            return getLong(value);
        }

        /** The index. MPI-4.1 section 6.9.4. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. MPI-4.1 section 6.9.4. */
        public void putValue(long v) {
            putLong(value, v);
        }

        /** Sets the index. MPI-4.1 section 6.9.4. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
