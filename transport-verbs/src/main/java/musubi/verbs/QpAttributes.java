package musubi.verbs;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * A set of attributes with values: what {@link QueuePair#modify} changes. Used by one thread.
 * Verbs: {@code struct ibv_qp_attr} with its mask.
 */
public final class QpAttributes {
    private final Map<QpAttribute, Integer> values = new EnumMap<>(QpAttribute.class);

    /** Sets one attribute and returns this; the value is checked by {@link QueuePair#modify}. */
    public QpAttributes set(QpAttribute attribute, int value) {
        values.put(attribute, value);
        return this;
    }

    /** Sets {@link QpAttribute#ACCESS_FLAGS} and returns this. */
    public QpAttributes access(Set<AccessFlag> flags) {
        return set(QpAttribute.ACCESS_FLAGS, AccessFlag.bits(flags));
    }

    /** The value, or 0 if the attribute is not set. */
    public int get(QpAttribute attribute) {
        return values.getOrDefault(attribute, 0);
    }

    /** The attributes that are set. Verbs: the mask. */
    public Set<QpAttribute> mask() {
        return values.keySet();
    }

    void putAll(QpAttributes other) {
        values.putAll(other.values);
    }

    void clear() {
        values.clear();
    }
}
