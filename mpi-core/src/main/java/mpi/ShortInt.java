package mpi;

/** Pairs of a {@code short} and an index, in bytes. MPI-4.1 section 6.9.4. */
public final class ShortInt extends Struct {
    private final int value = addShort();
    private final int index = setOffset(4).addInt();

    ShortInt() {}

    @Override
    protected ShortInt.Data newData() {
        return new Data();
    }

    /** One pair. MPI-4.1 section 6.9.4. */
    public final class Data extends Struct.Data {
        /** A view of no pair yet. MPI-4.1 section 6.9.4. */
        public Data() {}

        /** The value. MPI-4.1 section 6.9.4. */
        public short getValue() {
            return getShort(value);
        }

        /** The index. MPI-4.1 section 6.9.4. */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. MPI-4.1 section 6.9.4. */
        public void putValue(short v) {
            putShort(value, v);
        }

        /** Sets the index. MPI-4.1 section 6.9.4. */
        public void putIndex(int v) {
            putInt(index, v);
        }
    }
}
