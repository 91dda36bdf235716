package musubi.type;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * Constructor of the type of one process's part of an array that is distributed over a grid of
 * processes. MPI-4.1 section 5.1.4.
 */
public final class DistributedArray {
    /** Distribution of a dimension. */
    public enum Distribution {
        BLOCK,
        CYCLIC,
        NONE
    }

    /** Distribution argument: block size chosen by MPI. */
    public static final int DEFAULT = -1;

    private final long[] sizes;
    private final Distribution[] distributions;
    private final int[] arguments;
    private final int[] processes;

    /**
     * An array and its distribution.
     *
     * @param sizes of the whole array in each dimension, in items
     * @param arguments size of the blocks, or {@link #DEFAULT}
     * @param processes of the grid
     * @throws MpiFailure of class ARG
     */
    public DistributedArray(
            long[] sizes, Distribution[] distributions, int[] arguments, int[] processes) {
        this.sizes = sizes;
        this.distributions = distributions;
        this.arguments = arguments;
        this.processes = processes;
        boolean fits =
                sizes.length > 0
                        && sizes.length == distributions.length
                        && sizes.length == arguments.length
                        && sizes.length == processes.length;
        for (int d = 0; fits && d < sizes.length; d++) {
            fits = sizes[d] >= 1 && processes[d] >= 1 && argumentFits(d);
        }
        check(fits, "sizes", java.util.Arrays.toString(sizes));
    }

    private boolean argumentFits(int d) {
        return switch (distributions[d]) {
            case NONE -> processes[d] == 1;
            case CYCLIC -> arguments[d] == DEFAULT || arguments[d] >= 1;
            case BLOCK ->
                    arguments[d] == DEFAULT
                            || arguments[d] >= 1 && (long) arguments[d] * processes[d] >= sizes[d];
        };
    }

    private static void check(boolean fits, String what, Object value) {
        if (!fits) {
            throw new MpiFailure(
                            ErrorClass.ARG, "the distribution does not fit the array or the grid")
                    .with(what, value)
                    .advice("see MPI-4.1 section 5.1.4");
        }
    }

    /**
     * The part of one process; the extent is that of the whole array.
     *
     * @param size number of processes; the product of the grid
     * @param rank of the process, in row-major order in the grid
     * @param rowMajor whether the last dimension of the array is contiguous, as in C
     * @throws MpiFailure of class ARG
     */
    public MpiType typeOf(int size, int rank, boolean rowMajor, MpiType old) {
        int[] place = placeOf(size, rank);
        MpiType type = old;
        long step = old.extentBytes();
        for (int i = 0; i < sizes.length; i++) {
            int d = rowMajor ? sizes.length - 1 - i : i;
            type = dimension(d, place[d], step, type);
            step = CheckedMath.product(sizes[d], step);
        }
        return TypeConstructors.resized(type, 0, step);
    }

    private int[] placeOf(int size, int rank) {
        long product = 1;
        for (int p : processes) {
            product *= p;
        }
        check(product == size && rank >= 0 && rank < size, "rank", rank + " of " + size);
        int[] place = new int[processes.length];
        int rest = rank;
        for (int d = processes.length - 1; d >= 0; d--) {
            place[d] = rest % processes[d];
            rest /= processes[d];
        }
        return place;
    }

    /** The items of one dimension, which are {@code step} bytes apart. */
    private MpiType dimension(int d, int place, long step, MpiType item) {
        long block = blockSize(d);
        long cycle = CheckedMath.product(block, processes[d]);
        long first = Math.min(place * block, sizes[d]);
        long mine = sizes[d] - first;
        long whole = mine / cycle;
        long rest = Math.min(mine % cycle, block);
        MpiType row = TypeConstructors.hvector(block, 1, step, item);
        MpiType all = TypeConstructors.hvector(whole, 1, CheckedMath.product(cycle, step), row);
        MpiType last = TypeConstructors.hvector(rest, 1, step, item);
        StructMember[] parts = {StructMember.of(all), StructMember.of(last)};
        long[] at = {first * step, (first + whole * cycle) * step};
        return TypeConstructors.struct(new long[] {1, 1}, at, parts, false);
    }

    private long blockSize(int d) {
        return switch (distributions[d]) {
            case NONE -> sizes[d];
            case CYCLIC -> arguments[d] == DEFAULT ? 1 : arguments[d];
            case BLOCK ->
                    arguments[d] == DEFAULT
                            ? (sizes[d] + processes[d] - 1) / processes[d]
                            : arguments[d];
        };
    }
}
