package musubi.type;

import musubi.type.signature.BaseType;
import musubi.type.signature.JoinedSignature;
import musubi.type.signature.Signature;
import musubi.type.signature.UniformSignature;

import java.util.List;

/**
 * A datatype: layout and type signature of an item. MPI-4.1 section 3.2.2 and chapter 5.
 *
 * <p>Immutable; shared between threads and ranks. Items of a {@linkplain #isPlain plain} type are
 * contiguous bytes without gaps, which are copied as they are; items of other types are packed.
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

    /** A short, 2 bytes of padding, an int. */
    public static final MpiType SHORT_INT = pair("MPI.SHORT_INT", BaseType.SHORT);

    /** A long, an int, 4 bytes of padding. */
    public static final MpiType LONG_INT = pair("MPI.LONG_INT", BaseType.LONG);

    /** A float, an int. */
    public static final MpiType FLOAT_INT = pair("MPI.FLOAT_INT", BaseType.FLOAT);

    /** A double, an int, 4 bytes of padding. */
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
    private final int messageCode;

    /** Binary logarithm of the size; 63 without data, -1 when it is no power of two. */
    private final int shift;

    /** This type as contiguous bytes, gaps included. */
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
        messageCode = TypeCode.ofItems(signature);
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

    /** A predefined type of contiguous bytes. */
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

    /** Element type of its arrays; BYTE if it has several basic types. */
    public BaseType base() {
        return base;
    }

    /** Element type of its packed form; BYTE if it has several basic types. */
    public BaseType packedBase() {
        return packedBase;
    }

    /** Elements of the base type in an item, without gaps. */
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

    /** Lower and upper bounds of an item. */
    public Bounds bounds() {
        return bounds;
    }

    /** Lower bound in bytes. MPI-4.1 section 5.1.7. */
    public long lbBytes() {
        return bounds.lb();
    }

    /** True lower bound in bytes. MPI-4.1 section 5.1.8. */
    public long trueLbBytes() {
        return bounds.trueLb();
    }

    /** True extent in bytes. MPI-4.1 section 5.1.8. */
    public long trueExtentBytes() {
        return bounds.trueUb() - bounds.trueLb();
    }

    /** Bytes that {@code count} items occupy before the start of the first; 0 or more. */
    public long bytesBeforeStart(long count) {
        return Math.max(0, -Math.min(bounds.trueLbOf(count), (count - 1) * extentBytes));
    }

    /** Bytes that {@code count} items occupy from the start of the first on, gaps included. */
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

    /** The {@link TypeCode} of a message of items, whatever their count. */
    public int messageCode() {
        return messageCode;
    }

    /** Whole items in {@code bytes} of packed data; without a division where possible. */
    public long itemsIn(long bytes) {
        return shift >= 0 ? bytes >> shift : bytes / map.bytes;
    }

    /** Whether items are serialised Java objects. */
    public boolean isObject() {
        return base == BaseType.OBJECT;
    }

    /** Whether MPI predefines it; predefined operations apply only to such types. */
    public boolean isPredefined() {
        return predefined;
    }

    /** Whether consecutive items are contiguous bytes, not objects. */
    public boolean isPlain() {
        return plain;
    }

    /** Whether items have no gaps; for objects, whether they are consecutive elements. */
    public boolean isContiguous() {
        return contiguous;
    }

    /** For a predefined type: the type of as many contiguous bytes, which moves items with gaps. */
    public MpiType opaque() {
        return opaque;
    }

    @Override
    public String toString() {
        return name;
    }
}
