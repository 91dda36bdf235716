package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Records in a buffer of bytes. A subclass adds the fields in its constructor, in order, and
 * creates views of type {@link Data} that read and write them. MPI-4.1 section 5.1.2.
 */
public abstract class Struct {
    /** Bytes so far; once it is committed, the extent of the type. */
    private int extent;

    private final List<Field> fields = new ArrayList<>();
    private Datatype type;

    private record Field(Datatype type, int offset, int length) {}

    /** A record without fields. MPI-4.1 section 5.1.2. */
    public Struct() {}

    /**
     * Bytes from one record to the next: as in C the fields' end, rounded up to the largest basic
     * type. No field can be added any more. MPI-4.1 section 5.1.7.
     */
    public final int getExtent() throws MPIException {
        commit();
        return extent;
    }

    /** The datatype, committed; no field can be added any more. MPI-4.1 section 5.1.2. */
    public final Datatype getType() throws MPIException {
        commit();
        return type;
    }

    private void commit() {
        if (type != null) {
            return;
        }
        long[] lengths = new long[fields.size()];
        long[] offsets = new long[lengths.length];
        Datatype[] types = new Datatype[lengths.length];
        for (int i = 0; i < lengths.length; i++) {
            Field field = fields.get(i);
            lengths[i] = field.length;
            offsets[i] = field.offset;
            types[i] = field.type;
        }
        type = DatatypeFactory.struct("createStruct", lengths, offsets, types);
        type.commit();
        extent = type.getExtent();
    }

    /** A view, not yet of a record. MPI-4.1 section 5.1.2. */
    protected abstract Data newData();

    /** A view of the first record. MPI-4.1 section 5.1.2. */
    public final <T extends Data> T getData(ByteBuffer buffer) throws MPIException {
        return getData(buffer, 0);
    }

    /** A view of a record. MPI-4.1 section 5.1.2. */
    public final <T extends Data> T getData(ByteBuffer buffer, int index) throws MPIException {
        commit();
        return view(buffer, index * extent);
    }

    /** A view of the first record. MPI-4.1 section 5.1.2. */
    public final <T extends Data> T getData(byte[] array) throws MPIException {
        return getData(array, 0);
    }

    /** A view of a record. MPI-4.1 section 5.1.2. */
    public final <T extends Data> T getData(byte[] array, int index) throws MPIException {
        return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
    }

    @SuppressWarnings("unchecked")
    private <T extends Data> T view(ByteBuffer buffer, int start) {
        Data data = newData();
        data.given = buffer;
        data.buffer = buffer.duplicate().clear().order(ByteOrder.nativeOrder());
        data.start = start;
        return (T) data;
    }

    /** Skips bytes up to an offset; without effect after the last field. MPI-4.1 section 5.1.2. */
    public final Struct setOffset(int offset) {
        checkOpen();
        if (offset < extent) {
            throw new IllegalArgumentException(
                    "the offset lies in a field: offset=" + offset + " end=" + extent);
        }
        extent = offset;
        return this;
    }

    private void checkOpen() {
        if (type != null) {
            throw new AssertionError(
                    "a struct is fixed once its type, extent or data was asked for");
        }
    }

    private int addField(Datatype its, int length) {
        checkOpen();
        int field = extent;
        extent += Math.toIntExact(MPI.typeOf("Struct.addData", its).extentBytes() * length);
        fields.add(new Field(its, field, length));
        return field;
    }

    /** Adds a field of one {@code byte} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addByte() {
        return addByte(1);
    }

    /** Adds a field of several {@code byte} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addByte(int length) {
        return addField(MPI.BYTE, length);
    }

    /** Adds a field of one {@code char} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addChar() {
        return addChar(1);
    }

    /** Adds a field of several {@code char} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addChar(int length) {
        return addField(MPI.CHAR, length);
    }

    /** Adds a field of one {@code short} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addShort() {
        return addShort(1);
    }

    /** Adds a field of several {@code short} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addShort(int length) {
        return addField(MPI.SHORT, length);
    }

    /** Adds a field of one {@code int} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addInt() {
        return addInt(1);
    }

    /** Adds a field of several {@code int} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addInt(int length) {
        return addField(MPI.INT, length);
    }

    /** Adds a field of one {@code long} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addLong() {
        return addLong(1);
    }

    /** Adds a field of several {@code long} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addLong(int length) {
        return addField(MPI.LONG, length);
    }

    /** Adds a field of one {@code float} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addFloat() {
        return addFloat(1);
    }

    /** Adds a field of several {@code float} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addFloat(int length) {
        return addField(MPI.FLOAT, length);
    }

    /** Adds a field of one {@code double} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addDouble() {
        return addDouble(1);
    }

    /** Adds a field of several {@code double} and returns its number. MPI-4.1 section 5.1.2. */
    public final int addDouble(int length) {
        return addField(MPI.DOUBLE, length);
    }

    /** Adds a field of one record and returns its number. MPI-4.1 section 5.1.2. */
    public final int addStruct(Struct struct) throws MPIException {
        return addStruct(struct, 1);
    }

    /** Adds a field of several records and returns its number. MPI-4.1 section 5.1.2. */
    public final int addStruct(Struct struct, int length) throws MPIException {
        return addField(struct.getType(), length);
    }

    /** Adds a field of one item and returns its number. MPI-4.1 section 5.1.2. */
    public final int addData(Datatype type) throws MPIException {
        return addData(type, 1);
    }

    /** Adds a field of several items and returns its number. MPI-4.1 section 5.1.2. */
    public final int addData(Datatype type, int length) throws MPIException {
        return addField(type, length);
    }

    /** A view of one record. MPI-4.1 section 5.1.2. */
    public abstract class Data {
        private ByteBuffer given;
        private ByteBuffer buffer;
        private int start;

        /** For subclasses. MPI-4.1 section 5.1.2. */
        public Data() {}

        /** The bytes from the record on. MPI-4.1 section 5.1.2. */
        public final ByteBuffer getBuffer() {
            return from(start);
        }

        private ByteBuffer from(int place) {
            return place == 0 ? given : MPI.slice(given, place);
        }

        /** The value of a field. MPI-4.1 section 5.1.2. */
        protected final byte getByte(int field) {
            return buffer.get(start + field);
        }

        /** A value of a field of several. MPI-4.1 section 5.1.2. */
        protected final byte getByte(int field, int index) {
            return buffer.get(start + field + 1 * index);
        }

        /** Sets the value of a field. MPI-4.1 section 5.1.2. */
        protected final void putByte(int field, byte v) {
            buffer.put(start + field, v);
        }

        /** Sets a value of a field of several. MPI-4.1 section 5.1.2. */
        protected final void putByte(int field, int index, byte v) {
            buffer.put(start + field + 1 * index, v);
        }

        /** The value of a field. MPI-4.1 section 5.1.2. */
        protected final char getChar(int field) {
            return buffer.getChar(start + field);
        }

        /** A value of a field of several. MPI-4.1 section 5.1.2. */
        protected final char getChar(int field, int index) {
            return buffer.getChar(start + field + 2 * index);
        }

        /** Sets the value of a field. MPI-4.1 section 5.1.2. */
        protected final void putChar(int field, char v) {
            buffer.putChar(start + field, v);
        }

        /** Sets a value of a field of several. MPI-4.1 section 5.1.2. */
        protected final void putChar(int field, int index, char v) {
            buffer.putChar(start + field + 2 * index, v);
        }

        /** The value of a field. MPI-4.1 section 5.1.2. */
        protected final short getShort(int field) {
            return buffer.getShort(start + field);
        }

        /** A value of a field of several. MPI-4.1 section 5.1.2. */
        protected final short getShort(int field, int index) {
            return buffer.getShort(start + field + 2 * index);
        }

        /** Sets the value of a field. MPI-4.1 section 5.1.2. */
        protected final void putShort(int field, short v) {
            buffer.putShort(start + field, v);
        }

        /** Sets a value of a field of several. MPI-4.1 section 5.1.2. */
        protected final void putShort(int field, int index, short v) {
            buffer.putShort(start + field + 2 * index, v);
        }

        /** The value of a field. MPI-4.1 section 5.1.2. */
        protected final int getInt(int field) {
            return buffer.getInt(start + field);
        }

        /** A value of a field of several. MPI-4.1 section 5.1.2. */
        protected final int getInt(int field, int index) {
            return buffer.getInt(start + field + 4 * index);
        }

        /** Sets the value of a field. MPI-4.1 section 5.1.2. */
        protected final void putInt(int field, int v) {
            buffer.putInt(start + field, v);
        }

        /** Sets a value of a field of several. MPI-4.1 section 5.1.2. */
        protected final void putInt(int field, int index, int v) {
            buffer.putInt(start + field + 4 * index, v);
        }

        /** The value of a field. MPI-4.1 section 5.1.2. */
        protected final long getLong(int field) {
            return buffer.getLong(start + field);
        }

        /** A value of a field of several. MPI-4.1 section 5.1.2. */
        protected final long getLong(int field, int index) {
            return buffer.getLong(start + field + 8 * index);
        }

        /** Sets the value of a field. MPI-4.1 section 5.1.2. */
        protected final void putLong(int field, long v) {
            buffer.putLong(start + field, v);
        }

        /** Sets a value of a field of several. MPI-4.1 section 5.1.2. */
        protected final void putLong(int field, int index, long v) {
            buffer.putLong(start + field + 8 * index, v);
        }

        /** The value of a field. MPI-4.1 section 5.1.2. */
        protected final float getFloat(int field) {
            return buffer.getFloat(start + field);
        }

        /** A value of a field of several. MPI-4.1 section 5.1.2. */
        protected final float getFloat(int field, int index) {
            return buffer.getFloat(start + field + 4 * index);
        }

        /** Sets the value of a field. MPI-4.1 section 5.1.2. */
        protected final void putFloat(int field, float v) {
            buffer.putFloat(start + field, v);
        }

        /** Sets a value of a field of several. MPI-4.1 section 5.1.2. */
        protected final void putFloat(int field, int index, float v) {
            buffer.putFloat(start + field + 4 * index, v);
        }

        /** The value of a field. MPI-4.1 section 5.1.2. */
        protected final double getDouble(int field) {
            return buffer.getDouble(start + field);
        }

        /** A value of a field of several. MPI-4.1 section 5.1.2. */
        protected final double getDouble(int field, int index) {
            return buffer.getDouble(start + field + 8 * index);
        }

        /** Sets the value of a field. MPI-4.1 section 5.1.2. */
        protected final void putDouble(int field, double v) {
            buffer.putDouble(start + field, v);
        }

        /** Sets a value of a field of several. MPI-4.1 section 5.1.2. */
        protected final void putDouble(int field, int index, double v) {
            buffer.putDouble(start + field + 8 * index, v);
        }

        /** A view of a record in this one. MPI-4.1 section 5.1.2. */
        protected final <S extends Struct, D extends Struct.Data> D getData(S struct, int field) {
            return getData(struct, field, 0);
        }

        /** A view of one of several records in this one. MPI-4.1 section 5.1.2. */
        protected final <S extends Struct, D extends Struct.Data> D getData(
                S struct, int field, int index) {
            Struct inner = struct;
            inner.commit();
            return inner.view(given, start + field + index * inner.extent);
        }

        /** The bytes from an item on. MPI-4.1 section 5.1.2. */
        protected final ByteBuffer getBuffer(Datatype type, int field) {
            return getBuffer(type, field, 0);
        }

        /** The bytes from one of several items on. MPI-4.1 section 5.1.2. */
        protected final ByteBuffer getBuffer(Datatype type, int field, int index)
                throws MPIException {
            int bytes = (int) MPI.typeOf("Struct.getBuffer", type).extentBytes();
            return from(start + field + index * bytes);
        }
    }
}
