package musubi.type;

import musubi.type.signature.BaseType;

import java.util.Random;

/** A random type of the library, and the same type in the naive model. */
public record RandomType(MpiType type, ListedType model) {
    private static final int MOST_ENTRIES = 300;

    private static final BaseType[] KINDS = {
        BaseType.BYTE,
        BaseType.CHAR,
        BaseType.SHORT,
        BaseType.INT,
        BaseType.LONG,
        BaseType.FLOAT,
        BaseType.DOUBLE
    };

    /**
     * Has mixed basic types if {@code only} is null; otherwise displacements are multiples of it.
     */
    public static RandomType of(Random random, BaseType only) {
        RandomType type = basic(random, only);
        for (int depth = random.nextInt(5); depth > 0; depth--) {
            RandomType next = grow(type, random, only);
            type = next.model.entries.size() <= MOST_ENTRIES ? next : type;
        }
        return type;
    }

    private static RandomType basic(Random random, BaseType only) {
        BaseType kind = only == null ? KINDS[random.nextInt(KINDS.length)] : only;
        return new RandomType(MpiType.of(kind), ListedType.basic(kind));
    }

    private static RandomType grow(RandomType old, Random random, BaseType only) {
        return switch (random.nextInt(6)) {
            case 0 -> old.contiguous(random.nextInt(5));
            case 1 ->
                    old.hvector(random.nextInt(5), random.nextInt(4), place(random, only, old) * 2);
            case 2 -> old.hindexed(random, only);
            case 3 -> struct(old, random, only);
            case 4 -> old.subarray(random);
            default -> old.resized(place(random, only, old), place(random, only, old));
        };
    }

    private static long place(Random random, BaseType only, RandomType old) {
        int unit = only == null ? 1 : only.bytes();
        long reach = 4 + Math.min(60, Math.abs(old.model.extent()));
        return unit * (random.nextLong(3 * reach) - reach);
    }

    private RandomType contiguous(int count) {
        ListedType listed = new ListedType();
        listed.add(0, count, model);
        return new RandomType(TypeConstructors.contiguous(count, type), listed);
    }

    private RandomType hvector(int count, int blockLength, long stride) {
        ListedType listed = new ListedType();
        for (int i = 0; i < count; i++) {
            listed.add(i * stride, blockLength, model);
        }
        return new RandomType(TypeConstructors.hvector(count, blockLength, stride, type), listed);
    }

    private RandomType hindexed(Random random, BaseType only) {
        long[] lengths = new long[random.nextInt(5)];
        long[] at = new long[lengths.length];
        ListedType listed = new ListedType();
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = random.nextInt(4);
            at[i] = place(random, only, this);
            listed.add(at[i], lengths[i], model);
        }
        return new RandomType(TypeConstructors.hindexed(lengths, at, type), listed);
    }

    private static RandomType struct(RandomType old, Random random, BaseType only) {
        int parts = random.nextInt(4);
        long[] lengths = new long[parts];
        long[] at = new long[parts];
        StructMember[] types = new StructMember[parts];
        ListedType listed = new ListedType();
        for (int i = 0; i < parts; i++) {
            RandomType part = random.nextBoolean() ? old : basic(random, only);
            lengths[i] = random.nextInt(3);
            at[i] = place(random, only, old);
            types[i] = StructMember.of(part.type);
            listed.add(at[i], lengths[i], part.model);
        }
        MpiType type = TypeConstructors.struct(lengths, at, types, false);
        return new RandomType(type, listed);
    }

    private RandomType subarray(Random random) {
        int dimensions = 1 + random.nextInt(3);
        long[] sizes = new long[dimensions];
        long[] part = new long[dimensions];
        long[] starts = new long[dimensions];
        for (int d = 0; d < dimensions; d++) {
            sizes[d] = 1 + random.nextInt(4);
            part[d] = 1 + random.nextLong(sizes[d]);
            starts[d] = random.nextLong(sizes[d] - part[d] + 1);
        }
        boolean rowMajor = random.nextBoolean();
        ListedType listed = new ListedType();
        long all = 1;
        for (long size : sizes) {
            all *= size;
        }
        for (int i = 0; i < all; i++) {
            if (isInside(i, sizes, part, starts, rowMajor)) {
                listed.add(i * model.extent(), 1, model);
            }
        }
        return new RandomType(
                Subarray.of(sizes, part, starts, rowMajor, type),
                listed.resized(0, all * model.extent()));
    }

    /** Whether an item of the whole array, counted as it lies in memory, is in the part. */
    private static boolean isInside(
            int item, long[] sizes, long[] part, long[] starts, boolean rowMajor) {
        long rest = item;
        for (int i = 0; i < sizes.length; i++) {
            int d = rowMajor ? sizes.length - 1 - i : i;
            long index = rest % sizes[d];
            rest /= sizes[d];
            if (index < starts[d] || index >= starts[d] + part[d]) {
                return false;
            }
        }
        return true;
    }

    private RandomType resized(long lb, long extent) {
        return new RandomType(
                TypeConstructors.resized(type, lb, extent), model.resized(lb, extent));
    }
}
