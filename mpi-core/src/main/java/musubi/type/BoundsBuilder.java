package musubi.type;

/** Computes the bounds of a type from those of its parts. MPI-4.1 section 5.1.6. */
final class BoundsBuilder {
    private boolean hasLower;
    private boolean hasUpper;
    private boolean hasData;
    private boolean lbMarked;
    private boolean ubMarked;
    private long lb;
    private long ub;
    private long trueLb;
    private long trueUb;
    private int alignment = 1;

    /** Adds {@code count} consecutive items. */
    void add(long at, long count, Bounds item) {
        if (count == 0 || item.isEmpty()) {
            return;
        }
        long last = CheckedMath.sum(at, CheckedMath.product(count - 1, item.extent()));
        long first = Math.min(at, last);
        long end = Math.max(at, last);
        if (item.hasData()) {
            long lower = CheckedMath.sum(first, item.trueLb());
            long upper = CheckedMath.sum(end, item.trueUb());
            trueLb = hasData ? Math.min(trueLb, lower) : lower;
            trueUb = hasData ? Math.max(trueUb, upper) : upper;
            hasData = true;
        }
        // Implicit bounds cover all data and are rounded up only once.
        if (item.lbMarked() || item.hasData()) {
            long lower = item.lbMarked() ? item.lb() : item.trueLb();
            addLower(CheckedMath.sum(first, lower), item.lbMarked());
        }
        if (item.ubMarked() || item.hasData()) {
            long upper = item.ubMarked() ? item.ub() : item.trueUb();
            addUpper(CheckedMath.sum(end, upper), item.ubMarked());
        }
        alignment = Math.max(alignment, item.alignment());
    }

    /** Adds an explicit lower bound; the smallest one applies. */
    void markLower(long at) {
        addLower(at, true);
    }

    /** Adds an explicit upper bound; the largest one applies. */
    void markUpper(long at) {
        addUpper(at, true);
    }

    private void addLower(long at, boolean marked) {
        if (!hasLower || marked && !lbMarked) {
            lb = at;
        } else if (marked == lbMarked) {
            lb = Math.min(lb, at);
        }
        hasLower = true;
        lbMarked |= marked;
    }

    private void addUpper(long at, boolean marked) {
        if (!hasUpper || marked && !ubMarked) {
            ub = at;
        } else if (marked == ubMarked) {
            ub = Math.max(ub, at);
        }
        hasUpper = true;
        ubMarked |= marked;
    }

    /** Rounds an implicit extent up, so that consecutive items are aligned. */
    Bounds build() {
        if (!hasLower) {
            lb = ub;
        }
        if (!hasUpper) {
            ub = lb;
        }
        if (!ubMarked) {
            ub += Math.floorMod(lb - ub, (long) alignment);
        }
        CheckedMath.sum(ub, CheckedMath.product(lb, -1));
        return new Bounds(lb, ub, lbMarked, ubMarked, trueLb, trueUb, alignment);
    }
}
