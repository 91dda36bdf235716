package musubi.type;

/**
 * Where an item begins and ends, in bytes. MPI-4.1 sections 5.1.6 to 5.1.8.
 *
 * @param lb lower bound
 * @param ub upper bound
 * @param lbMarked whether the lower bound was set by hand; such bounds go before all others
 * @param ubMarked as {@code lbMarked}, of the upper bound
 * @param trueLb where the first byte of data lies; 0 without data
 * @param trueUb where the last byte of data ends; 0 without data
 * @param alignment the largest size of a basic type in it; 1 without data
 */
public record Bounds(
        long lb,
        long ub,
        boolean lbMarked,
        boolean ubMarked,
        long trueLb,
        long trueUb,
        int alignment) {
    static final Bounds EMPTY = new Bounds(0, 0, false, false, 0, 0, 1);

    /** Of a basic type. */
    static Bounds basic(long bytes, int alignment) {
        return new Bounds(0, bytes, false, false, 0, bytes, alignment);
    }

    long extent() {
        return ub - lb;
    }

    boolean hasData() {
        return trueUb > trueLb;
    }

    /** Whether it says nothing about where a type that contains it begins and ends. */
    boolean isEmpty() {
        return !hasData() && !lbMarked && !ubMarked;
    }

    Bounds resized(long newLb, long newExtent) {
        return new Bounds(newLb, newLb + newExtent, true, true, trueLb, trueUb, alignment);
    }

    /** Where {@code count} items begin, from the start of the first one. */
    public long trueLbOf(long count) {
        return CheckedMath.sum(trueLb, Math.min(0, CheckedMath.product(count - 1, extent())));
    }

    /** Where {@code count} items end, from the start of the first one. */
    public long trueUbOf(long count) {
        return CheckedMath.sum(trueUb, Math.max(0, CheckedMath.product(count - 1, extent())));
    }
}
