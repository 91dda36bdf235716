package musubi.verbs.state;

import musubi.verbs.memory.AccessFlag;

import java.util.EnumSet;
import java.util.Set;

/**
 * A set of attributes with values: what {@link musubi.verbs.adapter.QueuePair#modify} changes. Used
 * by one thread. Verbs: {@code struct ibv_qp_attr} with its mask.
 */
public final class QpAttributes {
    private final int[] values = new int[QpAttribute.values().length];
    private final Set<QpAttribute> mask = EnumSet.noneOf(QpAttribute.class);

    /**
     * Sets one attribute and returns this; the value is checked by {@link
     * musubi.verbs.adapter.QueuePair#modify}.
     */
    public QpAttributes set(QpAttribute attribute, int value) {
        values[attribute.ordinal()] = value;
        mask.add(attribute);
        return this;
    }

    /** Sets {@link QpAttribute#ACCESS_FLAGS} and returns this. */
    public QpAttributes access(Set<AccessFlag> flags) {
        return set(QpAttribute.ACCESS_FLAGS, AccessFlag.bits(flags));
    }

    /** The value, or 0 if the attribute is not set. */
    public int get(QpAttribute attribute) {
        return values[attribute.ordinal()];
    }

    /** The attributes that are set. Verbs: the mask. */
    public Set<QpAttribute> mask() {
        return mask;
    }

    public void putAll(QpAttributes other) {
        for (QpAttribute attribute : other.mask) {
            set(attribute, other.get(attribute));
        }
    }

    public void clear() {
        for (QpAttribute attribute : mask) {
            values[attribute.ordinal()] = 0;
        }
        mask.clear();
    }
}
