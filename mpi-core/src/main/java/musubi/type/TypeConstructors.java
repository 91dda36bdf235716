package musubi.type;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.signature.BaseType;
import musubi.type.signature.JoinedSignature;
import musubi.type.signature.Signature;

import java.util.ArrayList;
import java.util.List;

/**
 * Constructors of derived types. Displacements and strides are in bytes; of types of objects, in
 * elements. MPI-4.1 section 5.1.2.
 */
public final class TypeConstructors {
    private TypeConstructors() {}

    /**
     * Consecutive items.
     *
     * @throws MpiFailure of class COUNT
     */
    public static MpiType contiguous(long count, MpiType old) {
        return hvector(count, 1, old.extentBytes(), old);
    }

    /**
     * Blocks of {@code blockLength} items, {@code strideBytes} from start to start.
     *
     * @throws MpiFailure of class COUNT, or ARG
     */
    public static MpiType hvector(long count, long blockLength, long strideBytes, MpiType old) {
        if (count < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "count must not be negative")
                    .with("count", count);
        }
        checkBlockLength(blockLength);
        TypeMap block = StridedMap.of(old.map(), blockLength, old.extentBytes());
        TypeMap map = StridedMap.of(block, count, strideBytes);
        BoundsBuilder bounds = new BoundsBuilder();
        if (count > 0) {
            bounds.add(0, blockLength, old.bounds());
            bounds.add(CheckedMath.product(count - 1, strideBytes), blockLength, old.bounds());
        }
        Signature signature = old.signature().times(CheckedMath.product(count, blockLength));
        return new MpiType(name(old), old.base(), map, bounds.build(), signature);
    }

    /**
     * Blocks at any displacements.
     *
     * @param displacements start of each block, in bytes
     * @throws MpiFailure of class ARG
     */
    public static MpiType hindexed(long[] blockLengths, long[] displacements, MpiType old) {
        checkLengths(blockLengths, displacements.length);
        TypeMapBuilder map = new TypeMapBuilder();
        BoundsBuilder bounds = new BoundsBuilder();
        long items = 0;
        for (int i = 0; i < blockLengths.length; i++) {
            checkBlockLength(blockLengths[i]);
            map.add(displacements[i], StridedMap.of(old.map(), blockLengths[i], old.extentBytes()));
            bounds.add(displacements[i], blockLengths[i], old.bounds());
            items = CheckedMath.sum(items, blockLengths[i]);
        }
        Signature signature = old.signature().times(items);
        return new MpiType(name(old), old.base(), map.build(), bounds.build(), signature);
    }

    /**
     * Blocks of different types.
     *
     * @param displacements start of each block, in bytes
     * @param inBytes whether the base type is BYTE even if all parts share another one
     * @throws MpiFailure of class ARG, or TYPE when objects are among other types
     */
    public static MpiType struct(
            long[] blockLengths, long[] displacements, StructMember[] parts, boolean inBytes) {
        checkLengths(blockLengths, displacements.length);
        checkLengths(blockLengths, parts.length);
        TypeMapBuilder map = new TypeMapBuilder();
        BoundsBuilder bounds = new BoundsBuilder();
        List<Signature> signatures = new ArrayList<>();
        for (int i = 0; i < parts.length; i++) {
            checkBlockLength(blockLengths[i]);
            parts[i].addBounds(bounds, displacements[i], blockLengths[i]);
            MpiType part = parts[i].type();
            if (part != null) {
                TypeMap block = StridedMap.of(part.map(), blockLengths[i], part.extentBytes());
                map.add(displacements[i], block);
                signatures.add(part.signature().times(blockLengths[i]));
            }
        }
        BaseType common = commonBase(parts);
        BaseType base = inBytes && common != BaseType.OBJECT ? BaseType.BYTE : common;
        Signature signature = JoinedSignature.of(signatures);
        return new MpiType("struct", base, map.build(), bounds.build(), signature);
    }

    private static BaseType commonBase(StructMember[] parts) {
        BaseType common = null;
        boolean mixed = false;
        boolean objects = false;
        for (StructMember part : parts) {
            if (part.type() != null) {
                BaseType base = part.type().base();
                mixed |= common != null && base != common;
                objects |= base == BaseType.OBJECT;
                common = base;
            }
        }
        if (mixed && objects) {
            throw new MpiFailure(
                    ErrorClass.TYPE, "a type of MPI.OBJECT cannot have parts of other base types");
        }
        return mixed || common == null ? BaseType.BYTE : common;
    }

    /** The same data with other bounds, in bytes. MPI-4.1 section 5.1.7. */
    public static MpiType resized(MpiType old, long lb, long extent) {
        Bounds bounds = old.bounds().resized(lb, extent);
        return new MpiType(name(old), old.base(), old.map(), bounds, old.signature());
    }

    private static String name(MpiType old) {
        return old.isPredefined() ? "type of " + old.name() : old.name();
    }

    private static void checkBlockLength(long length) {
        if (length < 0) {
            throw new MpiFailure(ErrorClass.ARG, "a block length must not be negative")
                    .with("blocklength", length);
        }
    }

    private static void checkLengths(long[] blockLengths, int other) {
        if (blockLengths.length != other) {
            throw new MpiFailure(ErrorClass.ARG, "the arrays differ in length")
                    .with("blocklengths", blockLengths.length, "others", other);
        }
    }
}
