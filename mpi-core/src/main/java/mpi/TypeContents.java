package mpi;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * How a datatype was made: the call and its arguments. Of mpiJava's constructors, displacements are
 * those in elements that the program has given. MPI-4.1 section 5.1.13.
 */
public final class TypeContents {
    /** The call that has made a datatype. MPI-4.1 section 5.1.13. */
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

    /** With integers too, one array after the other. */
    TypeContents integers(long[]... arrays) {
        long[] all = Arrays.stream(arrays).flatMapToLong(LongStream::of).toArray();
        return new TypeContents(combiner, all, addresses, types);
    }

    /** With displacements too. */
    TypeContents addresses(long... displacements) {
        return new TypeContents(combiner, integers, displacements.clone(), types);
    }

    /** The call that has made it; {@code NAMED} for a predefined type. MPI-4.1 section 5.1.13. */
    public Combiner getCombiner() {
        return combiner;
    }

    /**
     * Counts, block lengths and such, in the order that MPI gives; {@code MPI.UNDEFINED} for one
     * that is no int. MPI-4.1 section 5.1.13.
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

    /** {@code MPI.UNDEFINED} stands for what no int can be. */
    private static int[] narrowed(long[] numbers) {
        return Arrays.stream(numbers)
                .mapToInt(n -> n == (int) n ? (int) n : MPI.UNDEFINED)
                .toArray();
    }

    /** The types that it was made from; free them if they are derived. MPI-4.1 section 5.1.13. */
    public Datatype[] getDatatypes() {
        Datatype[] copies = new Datatype[types.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = types[i].isPredefined() ? types[i] : types[i].reopened();
        }
        return copies;
    }
}
