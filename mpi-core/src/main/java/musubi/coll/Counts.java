package musubi.coll;

import musubi.error.MpiFailure;
import musubi.type.CheckedMath;

import java.util.Arrays;

/**
 * Counts or displacements of a vector form, one for each peer: the {@code int[]} or {@code long[]}
 * that the program has given, read in place. So neither is converted or copied for a call.
 *
 * <p>A view: it changes with the array. MPI-4.1 section 19.2.
 */
public final class Counts {
    private int[] ints;
    private long[] longs;

    Counts() {}

    /** A view of an array; null for null. */
    public static Counts of(int... numbers) {
        return numbers == null ? null : new Counts().set(numbers);
    }

    /** A view of an array; null for null. */
    public static Counts of(long... numbers) {
        return numbers == null ? null : new Counts().set(numbers);
    }

    Counts set(int[] numbers) {
        ints = numbers;
        longs = null;
        return this;
    }

    Counts set(long[] numbers) {
        ints = null;
        longs = numbers;
        return this;
    }

    /** Forgets the array. */
    void clear() {
        ints = null;
        longs = null;
    }

    /** How many there are. */
    public int length() {
        return ints != null ? ints.length : longs.length;
    }

    /** One of them. */
    public long at(int place) {
        return ints != null ? ints[place] : longs[place];
    }

    /**
     * The sum of the first ones.
     *
     * @throws MpiFailure of class COUNT when it is not below 2^63
     */
    public long sum(int howMany) {
        long sum = 0;
        for (int i = 0; i < howMany; i++) {
            sum = CheckedMath.sum(sum, at(i));
        }
        return sum;
    }

    /**
     * All of them, multiplied by a factor.
     *
     * @throws MpiFailure of class COUNT when one is not below 2^63
     */
    public Counts times(long factor) {
        long[] products = new long[length()];
        for (int i = 0; i < products.length; i++) {
            products[i] = CheckedMath.product(at(i), factor);
        }
        return of(products);
    }

    /** The same numbers in an array of its own. */
    public Counts copy() {
        return ints != null ? of(ints.clone()) : of(longs.clone());
    }

    /** Whether the numbers are the same, and both arrays of one type. */
    @Override
    public boolean equals(Object object) {
        return object instanceof Counts other
                && Arrays.equals(ints, other.ints)
                && Arrays.equals(longs, other.longs);
    }

    @Override
    public int hashCode() {
        return ints != null ? Arrays.hashCode(ints) : Arrays.hashCode(longs);
    }

    @Override
    public String toString() {
        return ints != null ? Arrays.toString(ints) : Arrays.toString(longs);
    }
}
