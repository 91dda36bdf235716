package mpi;

import java.util.Arrays;
import java.util.stream.IntStream;

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
    private final int[] integers;
    private final int[] addresses;
    private final Datatype[] types;

    private TypeContents(Combiner combiner, int[] integers, int[] addresses, Datatype[] types) {
        this.combiner = combiner;
        this.integers = integers;
        this.addresses = addresses;
        this.types = types;
    }

    static TypeContents of(Combiner combiner, Datatype... types) {
        return new TypeContents(combiner, new int[0], new int[0], types.clone());
    }

    /** With integers too, one array after the other. */
    TypeContents integers(int[]... arrays) {
        int[] all = Arrays.stream(arrays).flatMapToInt(IntStream::of).toArray();
        return new TypeContents(combiner, all, addresses, types);
    }

    /** With displacements too. */
    TypeContents addresses(int... displacements) {
        return new TypeContents(combiner, integers, displacements.clone(), types);
    }

    /** The call that has made it; {@code NAMED} for a predefined type. MPI-4.1 section 5.1.13. */
    public Combiner getCombiner() {
        return combiner;
    }

    /** Counts, block lengths and such, in the order that MPI gives. MPI-4.1 section 5.1.13. */
    public int[] getIntegers() {
        return integers.clone();
    }

    /** Displacements that are not counted in items. MPI-4.1 section 5.1.13. */
    public int[] getAddresses() {
        return addresses.clone();
    }

    /** The types that it was made from; free them if they are derived. MPI-4.1 section 5.1.13. */
    public Datatype[] getDatatypes() {
        Datatype[] copies = new Datatype[types.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = types[i].isPredefined() ? types[i] : types[i].again();
        }
        return copies;
    }
}
