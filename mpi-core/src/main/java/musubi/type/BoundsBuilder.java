package musubi.type;

/** Finds the bounds of a type from its parts. MPI-4.1 section 5.1.6. */
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

    BoundsBuilder() {}

    /** Adds {@code count} items in a row. */
    void add(long at, long count, Bounds item) {
        if (count == 0 || item.isEmpty()) {
            return;
        }
        long last = CheckedMath.sum(at, CheckedMath.product(count - 1, item.extent()));
        long first = Math.min(at, last);
        long end = Math.max(at, last);
        if (item.hasData()) {
            trueLb =
                    hasData
                            ? Math.min(trueLb, CheckedMath.sum(first, item.trueLb()))
                            : CheckedMath.sum(first, item.trueLb());
            trueUb =
                    hasData
                            ? Math.max(trueUb, CheckedMath.sum(end, item.trueUb()))
                            : CheckedMath.sum(end, item.trueUb());
            hasData = true;
        }
        // Bounds not set by hand are those of all data, rounded up once.
        if (item.lbMarked() || item.hasData()) {
            addLower(
                    CheckedMath.sum(first, item.lbMarked() ? item.lb() : item.trueLb()),
                    item.lbMarked());
        }
        if (item.ubMarked() || item.hasData()) {
            addUpper(
                    CheckedMath.sum(end, item.ubMarked() ? item.ub() : item.trueUb()),
                    item.ubMarked());
        }
        alignment = Math.max(alignment, item.alignment());
    }

    /** Sets the lower bound by hand; the least such bound counts. */
    void markLower(long at) {
        addLower(at, true);
    }

    /** Sets the upper bound by hand; the largest such bound counts. */
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

    /** Without a bound set by hand the extent is rounded up, so that items in a row are aligned. */
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
