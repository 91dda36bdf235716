package musubi.type.object;

import java.io.ObjectInputFilter;

/** Texts for messages that exceed a limit. */
public final class LimitTexts {
    private LimitTexts() {}

    /** The text for what a filter rejects. */
    public static String rejected(ObjectInputFilter.FilterInfo info) {
        return info.serialClass() != null
                ? "the object filter refuses received objects of MPI.OBJECT: class="
                        + info.serialClass().getName()
                        + "; to allow it set musubi.object.filter, a pattern as of JEP 290, for"
                        + " example with mpiexec -Dmusubi.object.filter='*'"
                : "received objects of MPI.OBJECT exceed a limit of musubi.object.filter: depth="
                        + info.depth()
                        + " references="
                        + info.references();
    }

    /** The text for a limit of {@link ObjectLimits} by its name. */
    public static String exceeded(String name, long value, long limit) {
        return "received objects of MPI.OBJECT exceed a limit: %s=%d limit=%d; for objects of"
                        .formatted(name, value, limit)
                + advice(name);
    }

    /** The text for arrays that are longer than their message. */
    public static String tooLong(Class<?> type, long elements, long bytes) {
        return "received objects of MPI.OBJECT are damaged: arrays are longer than the message"
                + ": class=%s elements=%d message=%d bytes"
                        .formatted(type.getTypeName(), elements, bytes);
    }

    /** The text for keys of equal hash code. */
    public static String collisions(int most, long limit, long comparisons) {
        return "received objects of MPI.OBJECT exceed a limit: collisions=%d limit=%d"
                        .formatted(most, limit)
                + " of keys in a set or map, compared %d times; for objects of"
                        .formatted(comparisons)
                + advice("collisions");
    }

    /** The end of a text: the setting. */
    public static String advice(String name) {
        return " this kind set a larger musubi.object." + name + ".limit";
    }
}
