package musubi.type;

/**
 * A datatype: so many elements of one base type in a row. MPI-4.1 section 3.2.2 and chapter 5.
 *
 * <p>Immutable; shared freely between threads and ranks.
 */
public final class Datatype {
    public static final Datatype BYTE = basic("MPI.BYTE", BaseType.BYTE);
    public static final Datatype CHAR = basic("MPI.CHAR", BaseType.CHAR);
    public static final Datatype SHORT = basic("MPI.SHORT", BaseType.SHORT);
    public static final Datatype BOOLEAN = basic("MPI.BOOLEAN", BaseType.BOOLEAN);
    public static final Datatype INT = basic("MPI.INT", BaseType.INT);
    public static final Datatype LONG = basic("MPI.LONG", BaseType.LONG);
    public static final Datatype FLOAT = basic("MPI.FLOAT", BaseType.FLOAT);
    public static final Datatype DOUBLE = basic("MPI.DOUBLE", BaseType.DOUBLE);
    public static final Datatype PACKED = basic("MPI.PACKED", BaseType.PACKED);
    public static final Datatype OBJECT = basic("MPI.OBJECT", BaseType.OBJECT);
    public static final Datatype SHORT2 = new Datatype("MPI.SHORT2", BaseType.SHORT, 2);
    public static final Datatype INT2 = new Datatype("MPI.INT2", BaseType.INT, 2);
    public static final Datatype LONG2 = new Datatype("MPI.LONG2", BaseType.LONG, 2);
    public static final Datatype FLOAT2 = new Datatype("MPI.FLOAT2", BaseType.FLOAT, 2);
    public static final Datatype DOUBLE2 = new Datatype("MPI.DOUBLE2", BaseType.DOUBLE, 2);
    public static final Datatype FLOAT_COMPLEX =
            new Datatype("MPI.FLOAT_COMPLEX", BaseType.FLOAT, 2);
    public static final Datatype DOUBLE_COMPLEX =
            new Datatype("MPI.DOUBLE_COMPLEX", BaseType.DOUBLE, 2);

    /** A short, 2 bytes of nothing, an int. */
    public static final Datatype SHORT_INT = new Datatype("MPI.SHORT_INT", BaseType.BYTE, 8);

    /** A long, an int, 4 bytes of nothing. */
    public static final Datatype LONG_INT = new Datatype("MPI.LONG_INT", BaseType.BYTE, 16);

    /** A float, an int. */
    public static final Datatype FLOAT_INT = new Datatype("MPI.FLOAT_INT", BaseType.BYTE, 8);

    /** A double, an int, 4 bytes of nothing. */
    public static final Datatype DOUBLE_INT = new Datatype("MPI.DOUBLE_INT", BaseType.BYTE, 16);

    private final String name;
    private final BaseType base;
    private final int elements;
    private final long extentBytes;

    /** Binary logarithm of the extent, or -1 when it is no power of two. */
    private final int shift;

    private Datatype(String name, BaseType base, int elements) {
        this.name = name;
        this.base = base;
        this.elements = elements;
        this.extentBytes = (long) elements * base.bytes();
        this.shift = Long.bitCount(extentBytes) == 1 ? Long.numberOfTrailingZeros(extentBytes) : -1;
    }

    private static Datatype basic(String name, BaseType base) {
        return new Datatype(name, base, 1);
    }

    /** Bytes that belong together, such as a record. */
    public static Datatype ofBytes(String name, int bytes) {
        return new Datatype(name, BaseType.BYTE, bytes);
    }

    /** The name for messages, for example {@code MPI.INT}. */
    public String name() {
        return name;
    }

    /** The Java type that it is made of. */
    public BaseType base() {
        return base;
    }

    /** How many elements of the base type one item has. */
    public int elements() {
        return elements;
    }

    /** Distance between two items in a buffer, in bytes; 1 for {@link #OBJECT}. */
    public long extentBytes() {
        return extentBytes;
    }

    /** How many whole items so many bytes are; without a division where possible. */
    public long itemsIn(long bytes) {
        return shift >= 0 ? bytes >> shift : bytes / extentBytes;
    }

    /** Whether items are serialised Java objects. */
    public boolean isObject() {
        return base == BaseType.OBJECT;
    }

    @Override
    public String toString() {
        return name;
    }
}
