package musubi.type;

import musubi.type.signature.BaseType;
import musubi.type.signature.JoinedSignature;
import musubi.type.signature.Signature;
import musubi.type.signature.UniformSignature;

import java.util.List;

/**
 * A datatype: where the data of an item lie and what they are. MPI-4.1 section 3.2.2 and chapter 5.
 *
 * <p>Immutable; shared freely between threads and ranks. A {@linkplain #isPlain plain} type is
 * bytes in a row without gaps, so items are copied as they are; all others are packed.
 */
public final class MpiType {
    public static final MpiType BYTE = basic("MPI.BYTE", BaseType.BYTE);
    public static final MpiType CHAR = basic("MPI.CHAR", BaseType.CHAR);
    public static final MpiType SHORT = basic("MPI.SHORT", BaseType.SHORT);
    public static final MpiType BOOLEAN = basic("MPI.BOOLEAN", BaseType.BOOLEAN);
    public static final MpiType INT = basic("MPI.INT", BaseType.INT);
    public static final MpiType LONG = basic("MPI.LONG", BaseType.LONG);
    public static final MpiType FLOAT = basic("MPI.FLOAT", BaseType.FLOAT);
    public static final MpiType DOUBLE = basic("MPI.DOUBLE", BaseType.DOUBLE);
    public static final MpiType PACKED = basic("MPI.PACKED", BaseType.PACKED);
    public static final MpiType OBJECT = basic("MPI.OBJECT", BaseType.OBJECT);
    public static final MpiType SHORT2 = two("MPI.SHORT2", BaseType.SHORT, 1);
    public static final MpiType INT2 = two("MPI.INT2", BaseType.INT, 1);
    public static final MpiType LONG2 = two("MPI.LONG2", BaseType.LONG, 1);
    public static final MpiType FLOAT2 = two("MPI.FLOAT2", BaseType.FLOAT, 1);
    public static final MpiType DOUBLE2 = two("MPI.DOUBLE2", BaseType.DOUBLE, 1);
    public static final MpiType FLOAT_COMPLEX = two("MPI.FLOAT_COMPLEX", BaseType.FLOAT, 2);
    public static final MpiType DOUBLE_COMPLEX = two("MPI.DOUBLE_COMPLEX", BaseType.DOUBLE, 2);

    /** A short, 2 bytes of nothing, an int. */
    public static final MpiType SHORT_INT = pair("MPI.SHORT_INT", BaseType.SHORT);

    /** A long, an int, 4 bytes of nothing. */
    public static final MpiType LONG_INT = pair("MPI.LONG_INT", BaseType.LONG);

    /** A float, an int. */
    public static final MpiType FLOAT_INT = pair("MPI.FLOAT_INT", BaseType.FLOAT);

    /** A double, an int, 4 bytes of nothing. */
    public static final MpiType DOUBLE_INT = pair("MPI.DOUBLE_INT", BaseType.DOUBLE);

    private final String name;
    private final BaseType base;
    private final TypeMap map;
    private final Bounds bounds;
    private final Signature signature;
    private final boolean predefined;
    private final boolean contiguous;
    private final boolean plain;
    private final long extentBytes;
    private final int elements;
    private final BaseType packedBase;

    /** Binary logarithm of the size; 63 without data, -1 when it is no power of two. */
    private final int shift;

    /** This type as bytes in a row, with its gaps. */
    private final MpiType opaque;

    MpiType(String name, BaseType base, TypeMap map, Bounds bounds, Signature signature) {
        this(name, base, map, bounds, signature, false);
    }

    private MpiType(
            String name,
            BaseType base,
            TypeMap map,
            Bounds bounds,
            Signature signature,
            boolean predefined) {
        this.name = name;
        this.base = base;
        this.map = map;
        this.bounds = bounds;
        this.signature = signature;
        this.predefined = predefined;
        extentBytes = bounds.extent();
        packedBase = signature.uniform() == null ? BaseType.BYTE : signature.uniform();
        elements = (int) Math.min(map.bytes / base.bytes(), Integer.MAX_VALUE);
        contiguous = map instanceof ContiguousMap run && run.at == 0 && run.bytes == extentBytes;
        plain = contiguous && map.bytes > 0 && base != BaseType.OBJECT;
        shift = shiftOf(map.bytes);
        opaque = contiguous || !predefined ? this : ofBytes(name, (int) extentBytes);
    }

    private static int shiftOf(long bytes) {
        if (bytes == 0) {
            return Long.SIZE - 1;
        }
        return Long.bitCount(bytes) == 1 ? Long.numberOfTrailingZeros(bytes) : -1;
    }

    private static MpiType basic(String name, BaseType base) {
        return inARow(name, base, new UniformSignature(base, 1, 1));
    }

    private static MpiType two(String name, BaseType base, int width) {
        return inARow(name, base, new UniformSignature(base, width, 2 / width));
    }

    private static MpiType inARow(String name, BaseType base, Signature signature) {
        long bytes = signature.bytes();
        Bounds bounds = Bounds.basic(bytes, base.bytes());
        return new MpiType(name, base, new ContiguousMap(0, bytes), bounds, signature, true);
    }

    /** A value and an int behind it, aligned as in C. */
    private static MpiType pair(String name, BaseType value) {
        TypeMapBuilder map = new TypeMapBuilder();
        BoundsBuilder bounds = new BoundsBuilder();
        int indexAt = Math.max(value.bytes(), Integer.BYTES);
        map.add(0, new ContiguousMap(0, value.bytes()));
        map.add(indexAt, new ContiguousMap(0, Integer.BYTES));
        bounds.add(0, 1, Bounds.basic(value.bytes(), value.bytes()));
        bounds.add(indexAt, 1, Bounds.basic(Integer.BYTES, Integer.BYTES));
        Signature signature =
                JoinedSignature.of(
                        List.of(
                                new UniformSignature(value, 1, 1),
                                new UniformSignature(BaseType.INT, 1, 1)));
        return new MpiType(name, BaseType.BYTE, map.build(), bounds.build(), signature, true);
    }

    /** Bytes that belong together. */
    private static MpiType ofBytes(String name, int bytes) {
        Signature signature = new UniformSignature(BaseType.BYTE, 1, bytes);
        return inARow(name, BaseType.BYTE, signature);
    }

    /** The basic type of these elements. */
    public static MpiType of(BaseType base) {
        return switch (base) {
            case BYTE -> BYTE;
            case CHAR -> CHAR;
            case SHORT -> SHORT;
            case BOOLEAN -> BOOLEAN;
            case INT -> INT;
            case LONG -> LONG;
            case FLOAT -> FLOAT;
            case DOUBLE -> DOUBLE;
            case OBJECT -> OBJECT;
            case PACKED -> PACKED;
        };
    }

    /** The name for messages, for example {@code MPI.INT}. */
    public String name() {
        return name;
    }

    /** What an array of it is made of; BYTE when it has several basic types. */
    public BaseType base() {
        return base;
    }

    /** What its packed form is made of; BYTE when it has several basic types. */
    public BaseType packedBase() {
        return packedBase;
    }

    /** How many elements of the base type one item has, without gaps. */
    public int elements() {
        return elements;
    }

    /** Distance between two items, in elements of the base type. */
    public int extentElements() {
        return (int) (extentBytes / base.bytes());
    }

    /** Distance between two items in a buffer, in bytes; 1 for {@link #OBJECT}. */
    public long extentBytes() {
        return extentBytes;
    }

    /** Bytes of data in an item, without gaps. */
    public long sizeBytes() {
        return map.bytes;
    }

    /** Where an item begins and ends. */
    public Bounds bounds() {
        return bounds;
    }

    /** Lower bound in bytes. MPI-4.1 section 5.1.7. */
    public long lbBytes() {
        return bounds.lb();
    }

    /** Where the first byte of data lies. MPI-4.1 section 5.1.8. */
    public long trueLbBytes() {
        return bounds.trueLb();
    }

    /** From the first byte of data to the last. MPI-4.1 section 5.1.8. */
    public long trueExtentBytes() {
        return bounds.trueUb() - bounds.trueLb();
    }

    /** Bytes before the start of the first item that {@code count} items reach; 0 or more. */
    public long bytesBeforeStart(long count) {
        return Math.max(0, -Math.min(bounds.trueLbOf(count), (count - 1) * extentBytes));
    }

    /** Bytes from the start of the first item that {@code count} items reach, gaps included. */
    public long bytesAfterStart(long count) {
        return Math.max(bounds.trueUbOf(count), Math.max(0, count * extentBytes));
    }

    public TypeMap map() {
        return map;
    }

    /** The basic types of an item. MPI-4.1 section 3.3.1. */
    public Signature signature() {
        return signature;
    }

    /** How many whole items so many bytes of data are; without a division where possible. */
    public long itemsIn(long bytes) {
        return shift >= 0 ? bytes >> shift : bytes / map.bytes;
    }

    /** Whether items are serialised Java objects. */
    public boolean isObject() {
        return base == BaseType.OBJECT;
    }

    /** Whether MPI names it, so that predefined operations may be defined for it. */
    public boolean isPredefined() {
        return predefined;
    }

    /** Whether items are bytes in a row, one right behind the other, and no objects. */
    public boolean isPlain() {
        return plain;
    }

    /** Whether items have no gaps; of objects, that they are elements in a row. */
    public boolean isContiguous() {
        return contiguous;
    }

    /** For a predefined type: as many bytes in a row, so that items move with their gaps. */
    public MpiType opaque() {
        return opaque;
    }

    @Override
    public String toString() {
        return name;
    }
}
