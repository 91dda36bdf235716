package musubi.type;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/** Arithmetic with counts that fails on overflow. */
public final class CheckedMath {
    private CheckedMath() {}

    /**
     * A product of a count.
     *
     * @param factor for example bytes of one item
     * @throws MpiFailure of class COUNT when it is not below 2^63
     */
    public static long product(long count, long factor) {
        long high = Math.multiplyHigh(count, factor);
        long low = count * factor;
        if (high != low >> 63) {
            throw new MpiFailure(ErrorClass.COUNT, "the count is too large: 2^63 or more")
                    .with("count", count, "factor", factor)
                    .advice("pass a smaller count");
        }
        return low;
    }

    /**
     * A sum of sizes or displacements in bytes.
     *
     * @throws MpiFailure of class COUNT when it is not below 2^63
     */
    public static long sum(long one, long other) {
        long sum = one + other;
        if (((one ^ sum) & (other ^ sum)) < 0) {
            throw new MpiFailure(ErrorClass.COUNT, "the count is too large: 2^63 or more")
                    .with("bytes", one, "more", other)
                    .advice("pass a smaller count");
        }
        return sum;
    }
}
