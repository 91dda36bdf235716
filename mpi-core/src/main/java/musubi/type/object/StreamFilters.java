package musubi.type.object;

import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Config;
import java.util.function.BinaryOperator;

/**
 * The filter of a message: the codec's, with those of the JVM. A class has to be admitted by {@code
 * jdk.serialFilter} too, where there is one; a factory of the application combines all as it likes
 * (JEP 415).
 */
public final class StreamFilters {
    private StreamFilters() {}

    /** The filter of a stream of the JDK, which calls the application's factory itself. */
    public static ObjectInputFilter forSerial(ObjectInputFilter filter) {
        return hasFactory() ? filter : merged(filter);
    }

    /** The filter of another form; the codec's itself if there is no other. */
    public static ObjectInputFilter forGraph(ObjectInputFilter filter) {
        if (!hasFactory()) {
            return merged(filter);
        }
        BinaryOperator<ObjectInputFilter> factory = Config.getSerialFilterFactory();
        ObjectInputFilter first = factory.apply(null, Config.getSerialFilter());
        ObjectInputFilter combined = factory.apply(first, filter);
        return combined == null ? _ -> ObjectInputFilter.Status.UNDECIDED : combined;
    }

    private static ObjectInputFilter merged(ObjectInputFilter filter) {
        ObjectInputFilter ofJvm = Config.getSerialFilter();
        return ofJvm == null ? filter : ObjectInputFilter.merge(filter, ofJvm);
    }

    private static boolean hasFactory() {
        return Config.getSerialFilterFactory().getClass().getClassLoader() != null;
    }
}
