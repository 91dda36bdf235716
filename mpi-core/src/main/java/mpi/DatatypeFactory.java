package mpi;

import mpi.TypeContents.Combiner;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.CheckedMath;
import musubi.type.DistributedArray;
import musubi.type.StructMember;
import musubi.type.Subarray;
import musubi.type.TypeConstructors;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Constructor calls of datatypes in both dialects, which differ in the unit of displacements and in
 * whether types have to be committed. MPI-4.1 section 5.1.2.
 */
final class DatatypeFactory {
    private final String call;
    private final Datatype old;
    private final musubi.type.MpiType core;
    private final long count;
    private final Object[] arguments;

    /** Unit of displacements in the forms with an H, in bytes. */
    private final long displacementUnit;

    private final boolean committed;

    private DatatypeFactory(
            String call, boolean capitalised, Datatype old, long count, Object[] arguments) {
        this.call = call;
        this.old = old;
        this.count = count;
        this.arguments = arguments;
        MPI.checkRunning();
        core = MPI.typeOf("Datatype." + call, old);
        displacementUnit = capitalised ? core.base().bytes() : 1;
        committed = capitalised;
    }

    /** A constructor of Open MPI's. */
    static DatatypeFactory lowerCase(String call, Datatype old, long count, Object... arguments) {
        return new DatatypeFactory(call, false, old, count, arguments);
    }

    /** A constructor of mpiJava's. */
    static DatatypeFactory capitalised(String call, Datatype old, long count, Object... arguments) {
        return new DatatypeFactory(call, true, old, count, arguments);
    }

    /** As {@code long[]}; null for null. */
    static long[] longs(int... numbers) {
        return numbers == null ? null : Arrays.stream(numbers).asLongStream().toArray();
    }

    private Datatype make(TypeContents contents, Supplier<musubi.type.MpiType> constructor) {
        try {
            return Datatype.derived(constructor.get(), old.unitBytes(), committed, contents);
        } catch (MpiFailure e) {
            throw MPI.failure(e, "Datatype." + call, "count=" + count + ", " + describe(arguments));
        } catch (ArithmeticException e) {
            MpiFailure tooLong =
                    new MpiFailure(ErrorClass.ARG, "the type is too long: " + e.getMessage(), e);
            throw MPI.failure(tooLong, "Datatype." + call, describe(arguments));
        }
    }

    private TypeContents by(Combiner combiner) {
        return TypeContents.of(combiner, old);
    }

    private static long[] of(long... numbers) {
        return numbers;
    }

    private static String describe(Object[] arguments) {
        String text = Arrays.deepToString(arguments);
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }

    Datatype contiguous() {
        TypeContents contents = by(Combiner.CONTIGUOUS).integers(of(count));
        return make(contents, () -> TypeConstructors.contiguous(count, core));
    }

    Datatype vector(long blockLength, long stride) {
        TypeContents contents = by(Combiner.VECTOR).integers(of(count, blockLength, stride));
        return make(
                contents,
                () ->
                        TypeConstructors.hvector(
                                count,
                                blockLength,
                                CheckedMath.product(stride, core.extentBytes()),
                                core));
    }

    Datatype hVector(long blockLength, long stride) {
        TypeContents contents = by(Combiner.HVECTOR).integers(of(count, blockLength));
        return make(
                contents.addresses(stride),
                () ->
                        TypeConstructors.hvector(
                                count,
                                blockLength,
                                CheckedMath.product(stride, displacementUnit),
                                core));
    }

    Datatype indexed(long[] blockLengths, long[] displacements) {
        checkGiven(blockLengths, displacements);
        long[] blocks = of(blockLengths.length);
        TypeContents contents = by(Combiner.INDEXED).integers(blocks, blockLengths, displacements);
        return blocks(contents, blockLengths, displacements, core.extentBytes());
    }

    Datatype hIndexed(long[] blockLengths, long[] displacements) {
        checkGiven(blockLengths, displacements);
        TypeContents contents =
                by(Combiner.HINDEXED).integers(of(blockLengths.length), blockLengths);
        return blocks(
                contents.addresses(displacements), blockLengths, displacements, displacementUnit);
    }

    Datatype indexedBlock(long blockLength, long[] displacements) {
        checkGiven(displacements);
        long[] head = of(displacements.length, blockLength);
        TypeContents contents = by(Combiner.INDEXED_BLOCK).integers(head, displacements);
        return blocks(
                contents, equal(blockLength, displacements), displacements, core.extentBytes());
    }

    Datatype hIndexedBlock(long blockLength, long[] displacements) {
        checkGiven(displacements);
        TypeContents contents =
                by(Combiner.HINDEXED_BLOCK)
                        .integers(of(displacements.length, blockLength))
                        .addresses(displacements);
        return blocks(contents, equal(blockLength, displacements), displacements, displacementUnit);
    }

    private static long[] equal(long blockLength, long[] displacements) {
        long[] lengths = new long[displacements.length];
        Arrays.fill(lengths, blockLength);
        return lengths;
    }

    private Datatype blocks(
            TypeContents contents, long[] blockLengths, long[] displacements, long unit) {
        return make(
                contents,
                () -> TypeConstructors.hindexed(blockLengths, scaled(displacements, unit), core));
    }

    Datatype subarray(long[] sizes, long[] subSizes, long[] starts, int order) {
        checkGiven(sizes, subSizes, starts);
        TypeContents contents =
                by(Combiner.SUBARRAY)
                        .integers(of(sizes.length), sizes, subSizes, starts, of(order));
        return make(contents, () -> Subarray.of(sizes, subSizes, starts, isRowMajor(order), core));
    }

    Datatype darray(
            int rank, long[] sizes, int[] distributions, int[] arguments, int[] grid, int order) {
        checkGiven(sizes, longs(distributions), longs(arguments), longs(grid));
        long[] head = of(count, rank, sizes.length);
        TypeContents contents =
                by(Combiner.DARRAY)
                        .integers(
                                head,
                                sizes,
                                longs(distributions),
                                longs(arguments),
                                longs(grid),
                                of(order));
        return make(
                contents,
                () ->
                        new DistributedArray(sizes, distributionsOf(distributions), arguments, grid)
                                .typeOf((int) count, rank, isRowMajor(order), core));
    }

    Datatype resized(long lb, long extent) {
        TypeContents contents = by(Combiner.RESIZED).addresses(lb, extent);
        return make(contents, () -> TypeConstructors.resized(core, lb, extent));
    }

    private void checkGiven(long[]... arrays) {
        for (long[] array : arrays) {
            if (array == null) {
                throw MPI.failure(nullArray(), "Datatype." + call, describe(arguments));
            }
        }
    }

    private static MpiFailure nullArray() {
        return new MpiFailure(ErrorClass.ARG, "an array of the arguments is null");
    }

    private static boolean isRowMajor(int order) {
        if (order != MPI.ORDER_C && order != MPI.ORDER_FORTRAN) {
            throw new MpiFailure(ErrorClass.ARG, "no such order")
                    .with("order", order)
                    .advice("pass MPI.ORDER_C or MPI.ORDER_FORTRAN");
        }
        return order == MPI.ORDER_C;
    }

    private static DistributedArray.Distribution[] distributionsOf(int[] numbers) {
        DistributedArray.Distribution[] result = new DistributedArray.Distribution[numbers.length];
        for (int d = 0; d < result.length; d++) {
            result[d] =
                    switch (numbers[d]) {
                        case MPI.DISTRIBUTE_BLOCK -> DistributedArray.Distribution.BLOCK;
                        case MPI.DISTRIBUTE_CYCLIC -> DistributedArray.Distribution.CYCLIC;
                        case MPI.DISTRIBUTE_NONE -> DistributedArray.Distribution.NONE;
                        default ->
                                throw new MpiFailure(ErrorClass.ARG, "no such distribution")
                                        .with("distrib", numbers[d]);
                    };
        }
        return result;
    }

    /** Structs of both dialects. */
    static Datatype struct(
            String call, long[] blockLengths, long[] displacements, Datatype[] types) {
        boolean capitalised = call.equals("Struct");
        try {
            StructMember[] parts = partsOf(given(types));
            int unit = capitalised ? commonUnit(parts) : 1;
            musubi.type.MpiType core =
                    TypeConstructors.struct(
                            given(blockLengths),
                            scaled(given(displacements), unit),
                            parts,
                            !capitalised);
            return Datatype.derived(
                    core, unit, capitalised, contentsOf(blockLengths, displacements, types));
        } catch (MpiFailure e) {
            throw MPI.failure(
                    e,
                    "Datatype." + call,
                    describe(new Object[] {blockLengths, displacements, types}));
        }
    }

    private static TypeContents contentsOf(
            long[] blockLengths, long[] displacements, Datatype[] types) {
        return TypeContents.of(Combiner.STRUCT, types)
                .integers(of(types.length), blockLengths)
                .addresses(displacements);
    }

    private static StructMember[] partsOf(Datatype[] types) {
        StructMember[] parts = new StructMember[types.length];
        for (int i = 0; i < parts.length; i++) {
            if (types[i] == MPI.LB) {
                parts[i] = StructMember.LB;
            } else if (types[i] == MPI.UB) {
                parts[i] = StructMember.UB;
            } else {
                parts[i] = StructMember.of(Datatype.known(types[i]));
            }
        }
        return parts;
    }

    /** Size of the common base type of all members in mpiJava, in bytes. */
    private static int commonUnit(StructMember[] parts) {
        musubi.type.MpiType first = null;
        for (StructMember part : parts) {
            musubi.type.MpiType type = part.type();
            if (first != null && type != null && type.base() != first.base()) {
                throw new MpiFailure(
                        ErrorClass.TYPE,
                        "the parts of a Struct must have one base type: " + first + " and " + type);
            }
            first = first == null ? type : first;
        }
        return first == null ? 1 : first.base().bytes();
    }

    private static <T> T given(T array) {
        if (array == null) {
            throw nullArray();
        }
        return array;
    }

    private static long[] scaled(long[] displacements, long unit) {
        long[] bytes = new long[displacements.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = CheckedMath.product(displacements[i], unit);
        }
        return bytes;
    }
}
