package musubi.rma;

import musubi.type.CheckedMath;
import musubi.type.MpiType;

/** The items of an access at its target. A mutable parameter object. */
public final class TargetItems {
    /** The target's rank in the window. */
    public int rank;

    /** Start of the first item, in displacement units of the target. */
    public long displacement;

    /** Number of items. */
    public long count;

    /** Type of an item. */
    public MpiType type;

    public TargetItems() {}

    /** Sets all fields. */
    public TargetItems set(int newRank, long newDisplacement, long newCount, MpiType newType) {
        rank = newRank;
        displacement = newDisplacement;
        count = newCount;
        if (type != newType) {
            type = newType;
        }
        return this;
    }

    /**
     * Bytes of data, without gaps.
     *
     * @throws musubi.error.MpiFailure of class COUNT when they are 2^63 or more
     */
    long packedBytes() {
        return CheckedMath.product(count, type.sizeBytes());
    }
}
