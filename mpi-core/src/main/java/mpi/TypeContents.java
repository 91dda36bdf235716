package mpi;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * The constructor call of a datatype and its arguments. For mpiJava's constructors, displacements
 * are in elements, as passed. MPI-4.1 section 5.1.13.
 */
public final class TypeContents {
    /** Constructor calls of datatypes. MPI-4.1 section 5.1.13. */
    public enum Combiner {
        NAMED,
        DUP,
        CONTIGUOUS,
        VECTOR,
        HVECTOR,
        INDEXED,
        HINDEXED,
        INDEXED_BLOCK,
        HINDEXED_BLOCK,
        STRUCT,
        SUBARRAY,
        DARRAY,
        RESIZED
    }

    private final Combiner combiner;
    private final long[] integers;
    private final long[] addresses;
    private final Datatype[] types;

    private TypeContents(Combiner combiner, long[] integers, long[] addresses, Datatype[] types) {
        this.combiner = combiner;
        this.integers = integers;
        this.addresses = addresses;
        this.types = types;
    }

    static TypeContents of(Combiner combiner, Datatype... types) {
        return new TypeContents(combiner, new long[0], new long[0], types.clone());
    }

    /** A copy with integers, one array after the other. */
    TypeContents integers(long[]... arrays) {
        long[] all = Arrays.stream(arrays).flatMapToLong(LongStream::of).toArray();
        return new TypeContents(combiner, all, addresses, types);
    }

    /** A copy with displacements. */
    TypeContents addresses(long... displacements) {
        return new TypeContents(combiner, integers, displacements.clone(), types);
    }

    /** The constructor call; {@code NAMED} for a predefined type. MPI-4.1 section 5.1.13. */
    public Combiner getCombiner() {
        return combiner;
    }

    /**
     * Counts, block lengths and further integers in the order of the standard; {@code
     * MPI.UNDEFINED} for values beyond an int. MPI-4.1 section 5.1.13.
     */
    public int[] getIntegers() {
        return narrowed(integers);
    }

    /** As {@link #getIntegers}, without the limit of an int. MPI-4.1 sections 5.1.13 and 19.2. */
    public long[] getIntegersLong() {
        return integers.clone();
    }

    /** Displacements that are not counted in items. MPI-4.1 section 5.1.13. */
    public int[] getAddresses() {
        return narrowed(addresses);
    }

    /** As {@link #getAddresses}, without the limit of an int. MPI-4.1 sections 5.1.13 and 19.2. */
    public long[] getAddressesLong() {
        return addresses.clone();
    }

    /** {@code MPI.UNDEFINED} for a value that is no int. */
    private static int[] narrowed(long[] numbers) {
        return Arrays.stream(numbers)
                .mapToInt(n -> n == (int) n ? (int) n : MPI.UNDEFINED)
                .toArray();
    }

    /** The constituent types; the program frees derived ones. MPI-4.1 section 5.1.13. */
    public Datatype[] getDatatypes() {
        Datatype[] copies = new Datatype[types.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = types[i].isPredefined() ? types[i] : types[i].reopened();
        }
        return copies;
    }
}
