package musubi.type.object.wire;

import java.lang.foreign.ValueLayout;

/** Arrays of primitive types, copied as a whole. */
public final class PrimitiveArrays {
    private static final Class<?>[] CLASSES = {
        boolean[].class, byte[].class, short[].class, char[].class,
        int[].class, long[].class, float[].class, double[].class,
    };

    private PrimitiveArrays() {}

    /** The class of a tag from {@link Tag#BOOLEANS} to {@link Tag#DOUBLES}. */
    public static Class<?> classOf(int tag) {
        return CLASSES[tag - Tag.BOOLEANS];
    }

    /** Writes an array with its tag and length. */
    public static void write(Object array, WireWriter out) {
        switch (array) {
            case double[] it -> out.putArray(Tag.DOUBLES, it, it.length, WireWriter.DOUBLE);
            case int[] it -> out.putArray(Tag.INTS, it, it.length, WireWriter.INT);
            case byte[] it -> {
                out.putByte(Tag.BYTES);
                out.putVarint(it.length);
                out.putBytes(it);
            }
            case long[] it -> out.putArray(Tag.LONGS, it, it.length, WireWriter.LONG);
            case float[] it -> out.putArray(Tag.FLOATS, it, it.length, WireWriter.FLOAT);
            case char[] it -> out.putArray(Tag.CHARS, it, it.length, WireWriter.CHAR);
            case short[] it -> out.putArray(Tag.SHORTS, it, it.length, WireWriter.SHORT);
            default -> out.putBooleans((boolean[]) array);
        }
    }

    /** Reads a value with a tag. */
    public static Object read(int tag, int length, WireReader in) {
        return switch (tag) {
            case Tag.BOOLEANS -> in.getBooleans(length);
            case Tag.BYTES -> in.getBytes(length);
            case Tag.SHORTS -> {
                in.need((long) length * Short.BYTES);
                yield filled(in, new short[length], length, WireWriter.SHORT);
            }
            case Tag.CHARS -> {
                in.need((long) length * Character.BYTES);
                yield filled(in, new char[length], length, WireWriter.CHAR);
            }
            case Tag.INTS -> {
                in.need((long) length * Integer.BYTES);
                yield filled(in, new int[length], length, WireWriter.INT);
            }
            case Tag.LONGS -> {
                in.need((long) length * Long.BYTES);
                yield filled(in, new long[length], length, WireWriter.LONG);
            }
            case Tag.FLOATS -> {
                in.need((long) length * Float.BYTES);
                yield filled(in, new float[length], length, WireWriter.FLOAT);
            }
            default -> {
                in.need((long) length * Double.BYTES);
                yield filled(in, new double[length], length, WireWriter.DOUBLE);
            }
        };
    }

    private static Object filled(WireReader in, Object array, int length, ValueLayout layout) {
        in.getArray(array, length, layout);
        return array;
    }
}
