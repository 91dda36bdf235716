package mpi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.type.DistributedArray;
import musubi.type.StructPart;
import musubi.type.Subarray;
import musubi.type.TypeConstructors;

import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A call that makes a datatype: both dialects with their units. Their constructors of the same
 * meaning differ in what displacements are counted in, and in whether the type must be committed.
 * MPI-4.1 section 5.1.2.
 */
final class NewTypes {
    private final String call;
    private final Datatype old;
    private final musubi.type.Datatype core;
    private final int count;
    private final Object[] arguments;

    /** Bytes of a unit of the displacements in the forms with an H. */
    private final long displacementUnit;

    private final boolean committed;

    private NewTypes(
            String call, boolean capitalised, Datatype old, int count, Object[] arguments) {
        this.call = call;
        this.old = old;
        this.count = count;
        this.arguments = arguments;
        core = MPI.typeOf("Datatype." + call, old);
        displacementUnit = capitalised ? core.base().bytes() : 1;
        committed = capitalised;
    }

    /** A constructor of Open MPI's. */
    static NewTypes lowerCase(String call, Datatype old, int count, Object... arguments) {
        return new NewTypes(call, false, old, count, arguments);
    }

    /** A constructor of mpiJava's. */
    static NewTypes capitalised(String call, Datatype old, int count, Object... arguments) {
        return new NewTypes(call, true, old, count, arguments);
    }

    /** As many equal block lengths as there are displacements. */
    static int[] equal(int blockLength, int[] displacements) {
        int[] lengths = new int[displacements == null ? 0 : displacements.length];
        Arrays.fill(lengths, blockLength);
        return lengths;
    }

    private Datatype make(Supplier<musubi.type.Datatype> constructor) {
        try {
            return Datatype.made(constructor.get(), old.unitBytes(), committed);
        } catch (MpiFailure e) {
            throw MPI.failure(
                    e, "Datatype." + call, "count=" + count + ", " + describe(arguments));
        } catch (ArithmeticException e) {
            MpiFailure tooLong =
                    new MpiFailure(ErrorClass.ARG, "the type is too long: " + e.getMessage(), e);
            throw MPI.failure(tooLong, "Datatype." + call, describe(arguments));
        }
    }

    private static String describe(Object[] arguments) {
        String text = Arrays.deepToString(arguments);
        return text.length() <= 200 ? text : text.substring(0, 200) + "...";
    }

    Datatype contiguous() {
        return make(() -> TypeConstructors.contiguous(count, core));
    }

    Datatype vector(int blockLength, int stride) {
        long bytes = stride * core.extentBytes();
        return make(() -> TypeConstructors.hvector(count, blockLength, bytes, core));
    }

    Datatype hVector(int blockLength, int stride) {
        long bytes = stride * displacementUnit;
        return make(() -> TypeConstructors.hvector(count, blockLength, bytes, core));
    }

    Datatype indexed(int[] blockLengths, int[] displacements) {
        return hIndexed(blockLengths, displacements, core.extentBytes());
    }

    Datatype hIndexed(int[] blockLengths, int[] displacements) {
        return hIndexed(blockLengths, displacements, displacementUnit);
    }

    private Datatype hIndexed(int[] blockLengths, int[] displacements, long unit) {
        return make(
                () ->
                        TypeConstructors.hindexed(
                                given(blockLengths), scaled(given(displacements), unit), core));
    }

    Datatype subarray(int[] sizes, int[] subSizes, int[] starts, int order) {
        return make(
                () ->
                        Subarray.of(
                                given(sizes),
                                given(subSizes),
                                given(starts),
                                isRowMajor(order),
                                core));
    }

    Datatype darray(
            int rank, int[] sizes, int[] distributions, int[] arguments, int[] grid, int order) {
        return make(
                () ->
                        new DistributedArray(
                                        given(sizes),
                                        distributionsOf(given(distributions)),
                                        given(arguments),
                                        given(grid))
                                .typeOf(count, rank, isRowMajor(order), core));
    }

    Datatype resized(int lb, int extent) {
        return make(() -> TypeConstructors.resized(core, lb, extent));
    }

    private static boolean isRowMajor(int order) {
        if (order != MPI.ORDER_C && order != MPI.ORDER_FORTRAN) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "no such order: order=" + order + "; pass MPI.ORDER_C or MPI.ORDER_FORTRAN");
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
                                throw new MpiFailure(
                                        ErrorClass.ARG,
                                        "no such distribution: distrib=" + numbers[d]);
                    };
        }
        return result;
    }

    /** Structs of both dialects. */
    static Datatype struct(String call, int[] blockLengths, int[] displacements, Datatype[] types) {
        MPI.checkRunning();
        boolean capitalised = call.equals("Struct");
        try {
            StructPart[] parts = partsOf(given(types));
            int unit = capitalised ? commonUnit(parts) : 1;
            musubi.type.Datatype core =
                    TypeConstructors.struct(
                            given(blockLengths), scaled(given(displacements), unit), parts, !capitalised);
            return Datatype.made(core, unit, capitalised);
        } catch (MpiFailure e) {
            throw MPI.failure(
                    e,
                    "Datatype." + call,
                    describe(new Object[] {blockLengths, displacements, types}));
        }
    }

    private static StructPart[] partsOf(Datatype[] types) {
        StructPart[] parts = new StructPart[types.length];
        for (int i = 0; i < parts.length; i++) {
            if (types[i] == MPI.LB) {
                parts[i] = StructPart.LB;
            } else if (types[i] == MPI.UB) {
                parts[i] = StructPart.UB;
            } else {
                parts[i] = StructPart.of(Datatype.known(types[i]));
            }
        }
        return parts;
    }

    /** Bytes of an element of the one base type that all parts have in mpiJava. */
    private static int commonUnit(StructPart[] parts) {
        musubi.type.Datatype first = null;
        for (StructPart part : parts) {
            musubi.type.Datatype type = part.type();
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
            throw new MpiFailure(ErrorClass.ARG, "an array of the arguments is null");
        }
        return array;
    }

    private static long[] scaled(int[] displacements, long unit) {
        long[] bytes = new long[displacements.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = displacements[i] * unit;
        }
        return bytes;
    }
}
