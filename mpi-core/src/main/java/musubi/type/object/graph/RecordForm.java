package musubi.type.object.graph;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Set;
import java.util.UUID;

/** Records: their components, and the canonical constructor. */
final class RecordForm extends ClassForm {
    /** Nesting of records whose hash code is still cheap. */
    private static final int FLAT_LEVELS = 4;

    private static final Set<Class<?>> VALUES =
            Set.of(
                    String.class,
                    Integer.class,
                    Long.class,
                    Double.class,
                    Float.class,
                    Boolean.class,
                    Byte.class,
                    Short.class,
                    Character.class,
                    UUID.class,
                    BigInteger.class,
                    BigDecimal.class);

    private final Fields fields;

    private RecordForm(Class<?> type, long shape, KeyUse use, Fields fields) {
        super(type, shape, use);
        this.fields = fields;
    }

    /** The form of a record; null if the record replaces itself or is not accessible. */
    static RecordForm of(Class<?> type) {
        if (!SerialRules.isDefaultRecord(type)) {
            return null;
        }
        try {
            RecordComponent[] components = type.getRecordComponents();
            Class<?>[] types =
                    Arrays.stream(components)
                            .map(RecordComponent::getType)
                            .toArray(Class<?>[]::new);
            Field[] fields = new Field[components.length];
            for (int i = 0; i < fields.length; i++) {
                fields[i] = type.getDeclaredField(components[i].getName());
                fields[i].setAccessible(true);
            }
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            KeyUse use = isFlat(type, FLAT_LEVELS) ? KeyUse.VALUE : KeyUse.CONTENT;
            long shape = SerialRules.shape(type, fields);
            return new RecordForm(type, shape, use, new Fields(fields, constructor));
        } catch (ReflectiveOperationException
                | LinkageError
                | SecurityException
                | InaccessibleObjectException _) {
            return null;
        }
    }

    /** Whether the hash code of all such records is that of a few values. */
    private static boolean isFlat(Class<?> type, int levels) {
        return levels > 0
                && Arrays.stream(type.getRecordComponents())
                        .map(RecordComponent::getType)
                        .allMatch(it -> isFlatValue(it, levels));
    }

    private static boolean isFlatValue(Class<?> type, int levels) {
        return type.isPrimitive()
                || type.isArray()
                || type.isEnum()
                || VALUES.contains(type)
                || type.getName().startsWith("java.time.") && Modifier.isFinal(type.getModifiers())
                || type.isRecord() && isFlat(type, levels - 1);
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        fields.access().write(object, out, true);
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        return fields.access().read(null, in, true);
    }
}
