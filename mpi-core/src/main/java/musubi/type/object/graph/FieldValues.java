package musubi.type.object.graph;

import musubi.type.object.Refusal;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;

/**
 * Access by reflection, for the first objects of a class: it costs nothing to set up. Values of
 * primitive types have no tag.
 */
final class FieldValues extends FieldAccess {
    private final Field[] fields;
    private final char[] kinds;
    private final Constructor<?> constructor;

    /**
     * Access to fields.
     *
     * @param constructor canonical one of a record; null for other objects
     */
    FieldValues(Field[] fields, Constructor<?> constructor) {
        this.fields = fields;
        this.constructor = constructor;
        kinds = new char[fields.length];
        for (int i = 0; i < kinds.length; i++) {
            kinds[i] = fields[i].getType().descriptorString().charAt(0);
        }
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        try {
            for (int i = 0; i < kinds.length; i++) {
                write(kinds[i], fields[i], object, out, complete);
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void write(
            char kind, Field field, Object object, GraphWriter out, boolean complete)
            throws IllegalAccessException {
        switch (kind) {
            case 'I' -> out.putInt(field.getInt(object));
            case 'J' -> out.putLong(field.getLong(object));
            case 'D' -> out.putDouble(field.getDouble(object));
            case 'F' -> out.putFloat(field.getFloat(object));
            case 'Z' -> out.putBoolean(field.getBoolean(object));
            case 'B' -> out.putByte(field.getByte(object));
            case 'C' -> out.putShort(field.getChar(object));
            case 'S' -> out.putShort(field.getShort(object));
            default -> out.write(field.get(object), complete);
        }
    }

    @Override
    Object read(Object object, GraphReader in, boolean complete) {
        try {
            if (constructor != null) {
                Object[] values = new Object[kinds.length];
                for (int i = 0; i < values.length; i++) {
                    values[i] = read(kinds[i], in);
                }
                return constructor.newInstance(values);
            }
            for (int i = 0; i < kinds.length; i++) {
                read(kinds[i], fields[i], object, in, complete);
            }
            return object;
        } catch (InvocationTargetException e) {
            throw new Refusal("a received record of MPI.OBJECT is refused: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object read(char kind, GraphReader in) {
        return switch (kind) {
            case 'I' -> in.getInt();
            case 'J' -> in.getLong();
            case 'D' -> in.getDouble();
            case 'F' -> in.getFloat();
            case 'Z' -> in.getBoolean();
            case 'B' -> in.getSigned();
            case 'C' -> in.getChar();
            case 'S' -> in.getShort();
            default -> in.read(true);
        };
    }

    private static void read(
            char kind, Field field, Object object, GraphReader in, boolean complete)
            throws IllegalAccessException {
        switch (kind) {
            case 'I' -> field.setInt(object, in.getInt());
            case 'J' -> field.setLong(object, in.getLong());
            case 'D' -> field.setDouble(object, in.getDouble());
            case 'F' -> field.setFloat(object, in.getFloat());
            case 'Z' -> field.setBoolean(object, in.getBoolean());
            case 'B' -> field.setByte(object, in.getSigned());
            case 'C' -> field.setChar(object, in.getChar());
            case 'S' -> field.setShort(object, in.getShort());
            default -> field.set(object, in.read(complete));
        }
    }
}
