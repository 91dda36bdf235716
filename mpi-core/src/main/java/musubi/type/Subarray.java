package musubi.type;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/** Constructor of subarray types. MPI-4.1 section 5.1.3. */
public final class Subarray {
    private Subarray() {}

    /**
     * The type of a part of an array; its extent is that of the whole array.
     *
     * @param sizes of the whole array in each dimension, in items
     * @param subsizes of the part
     * @param starts of the part, from 0
     * @param rowMajor whether the last dimension is contiguous, as in C
     * @throws MpiFailure of class ARG
     */
    public static MpiType of(
            long[] sizes, long[] subsizes, long[] starts, boolean rowMajor, MpiType old) {
        check(sizes, subsizes, starts);
        int dimensions = sizes.length;
        MpiType type = old;
        long step = old.extentBytes();
        long start = 0;
        for (int i = 0; i < dimensions; i++) {
            int d = rowMajor ? dimensions - 1 - i : i;
            type = TypeConstructors.hvector(subsizes[d], 1, step, type);
            start = CheckedMath.sum(start, CheckedMath.product(starts[d], step));
            step = CheckedMath.product(sizes[d], step);
        }
        MpiType placed = TypeConstructors.hindexed(new long[] {1}, new long[] {start}, type);
        return TypeConstructors.resized(placed, 0, step);
    }

    private static void check(long[] sizes, long[] subsizes, long[] starts) {
        boolean fits = sizes.length == subsizes.length && sizes.length == starts.length;
        for (int d = 0; fits && d < sizes.length; d++) {
            fits =
                    sizes[d] >= 1
                            && subsizes[d] >= 1
                            && starts[d] >= 0
                            && subsizes[d] <= sizes[d]
                            && starts[d] <= sizes[d] - subsizes[d];
        }
        if (!fits || sizes.length == 0) {
            throw new MpiFailure(ErrorClass.ARG, "the part does not lie in the array")
                    .with("sizes", java.util.Arrays.toString(sizes))
                    .with("subsizes", java.util.Arrays.toString(subsizes))
                    .with("starts", java.util.Arrays.toString(starts));
        }
    }
}
