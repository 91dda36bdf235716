package musubi.type;

/**
 * Lower and upper bounds of an item, in bytes. MPI-4.1 sections 5.1.6 to 5.1.8.
 *
 * @param lb lower bound
 * @param ub upper bound
 * @param lbMarked whether the lower bound is explicit; explicit bounds take precedence
 * @param ubMarked as {@code lbMarked}, of the upper bound
 * @param trueLb displacement of the first byte of data; 0 without data
 * @param trueUb end of the last byte of data; 0 without data
 * @param alignment size of the largest basic type; 1 without data
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

    /** Bounds of a basic type. */
    static Bounds basic(long bytes, int alignment) {
        return new Bounds(0, bytes, false, false, 0, bytes, alignment);
    }

    long extent() {
        return ub - lb;
    }

    boolean hasData() {
        return trueUb > trueLb;
    }

    /** Whether it has no influence on the bounds of a type that contains it. */
    boolean isEmpty() {
        return !hasData() && !lbMarked && !ubMarked;
    }

    Bounds resized(long newLb, long newExtent) {
        return new Bounds(newLb, newLb + newExtent, true, true, trueLb, trueUb, alignment);
    }

    /** True lower bound of {@code count} items, relative to the first. */
    public long trueLbOf(long count) {
        return CheckedMath.sum(trueLb, Math.min(0, CheckedMath.product(count - 1, extent())));
    }

    /** True upper bound of {@code count} items, relative to the first. */
    public long trueUbOf(long count) {
        return CheckedMath.sum(trueUb, Math.max(0, CheckedMath.product(count - 1, extent())));
    }
}
