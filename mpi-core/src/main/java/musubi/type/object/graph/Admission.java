package musubi.type.object.graph;

import musubi.type.object.LimitTexts;
import musubi.type.object.ObjectLimits;
import musubi.type.object.Refusal;

import java.io.ObjectInputFilter;
import java.io.Serializable;

/**
 * What a received message in the graph form may create: the limits, and the filter of classes. A
 * filter that looks at classes only is asked once for each class, and then remembered.
 *
 * <p>Thread rule: any thread; what is remembered is the same for all.
 */
final class Admission {
    private final ObjectInputFilter filter;
    private final ObjectLimits limits;
    private final boolean seesAll;
    private int admittedTags;

    /**
     * An admission.
     *
     * @param seesAll whether the filter is asked about each object, with its depth and number
     */
    Admission(ObjectInputFilter filter, ObjectLimits limits, boolean seesAll) {
        this.filter = filter;
        this.limits = limits;
        this.seesAll = seesAll;
    }

    /** What a filter is asked about. */
    private record Info(
            Class<?> serialClass, long arrayLength, long depth, long references, long streamBytes)
            implements ObjectInputFilter.FilterInfo {}

    ObjectLimits limits() {
        return limits;
    }

    void checkDepth(int depth) {
        if (depth > limits.depth()) {
            throw new Refusal(LimitTexts.exceeded("depth", depth, limits.depth()));
        }
    }

    void checkReferences(long references) {
        if (references > limits.references()) {
            throw new Refusal(LimitTexts.exceeded("references", references, limits.references()));
        }
    }

    /** Admits a class of the message. */
    void admit(ClassForm form, GraphReader in) {
        if (seesAll) {
            admit(form.type, in);
        } else if (!form.isAdmitted) {
            admit(form.type, in);
            form.isAdmitted = true;
        }
    }

    /** Admits a class before anything is done with it. */
    void admit(Class<?> type, GraphReader in) {
        admit(type, in.depth(), in);
    }

    private void admit(Class<?> type, int depth, GraphReader in) {
        Class<?> standIn = SerialNames.standIn(type);
        if (standIn != null) {
            ask(standIn, -1, depth, in);
        }
        int level = depth;
        Class<?> next = type;
        while (next != null && Serializable.class.isAssignableFrom(next)) {
            ask(next, -1, level++, in);
            next = type.isArray() ? null : next.getSuperclass();
        }
    }

    /** Admits an object of a class that is admitted. */
    void admitObject(ClassForm form, GraphReader in) {
        if (seesAll) {
            ask(form.type, -1, in.depth(), in);
        }
    }

    /** Admits a reference to an object that has been read. */
    void admitReference(GraphReader in) {
        if (seesAll) {
            ask(null, -1, in.depth() + 1, in);
        }
    }

    /** Admits a value of a class that has a tag of its own. */
    void admitTag(int tag, Class<?> type, GraphReader in) {
        if ((admittedTags & 1 << tag) == 0) {
            admit(type, in.depth() + 1, in);
            admittedTags |= seesAll ? 0 : 1 << tag;
        }
    }

    /** Admits an array, or a collection, of a size. */
    void admitArray(Class<?> type, int length, GraphReader in) {
        if (length > limits.array()) {
            throw new Refusal(LimitTexts.exceeded("array", length, limits.array()));
        }
        Class<?> array = seesAll ? SerialNames.arrayOf(type) : null;
        if (array != null) {
            int level = array.componentType().isPrimitive() ? 1 : 0;
            ask(array, length, in.depth() + level, in);
        }
    }

    private void ask(Class<?> type, int length, int depth, GraphReader in) {
        Info info = new Info(type, length, depth, in.references(), in.position());
        ObjectInputFilter.Status status = filter.checkInput(info);
        if (status == null || status == ObjectInputFilter.Status.REJECTED) {
            throw new Refusal(LimitTexts.rejected(info));
        }
    }
}
