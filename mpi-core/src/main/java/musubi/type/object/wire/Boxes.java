package musubi.type.object.wire;

/** Values of primitive types as objects; their identity is not kept, as it has no meaning. */
public final class Boxes {
    private static final Class<?>[] CLASSES = {
        Boolean.class,
        Boolean.class,
        Byte.class,
        Short.class,
        Character.class,
        Integer.class,
        Long.class,
        Float.class,
        Double.class,
    };

    private Boxes() {}

    /** The class of a tag from {@link Tag#FALSE} to {@link Tag#DOUBLE}. */
    public static Class<?> classOf(int tag) {
        return CLASSES[tag - Tag.FALSE];
    }

    /** Whether objects of a class are such values. */
    public static boolean isBox(Class<?> type) {
        for (Class<?> box : CLASSES) {
            if (box == type) {
                return true;
            }
        }
        return false;
    }

    /** Writes a value, if it is one. */
    public static boolean write(Object object, Class<?> type, WireWriter out) {
        if (type == Double.class) {
            out.putTagged(Tag.DOUBLE, Double.doubleToRawLongBits((double) object));
        } else if (type == Long.class) {
            out.putTagged(Tag.LONG, (long) object);
        } else if (type == Boolean.class) {
            out.putByte((boolean) object ? Tag.TRUE : Tag.FALSE);
        } else if (type == Float.class) {
            out.putTagged(Tag.FLOAT, Float.floatToRawIntBits((float) object));
        } else if (type == Character.class) {
            out.putByte(Tag.CHAR);
            out.putShort((char) object);
        } else if (type == Byte.class) {
            out.putByte(Tag.BYTE);
            out.putByte((byte) object);
        } else if (type == Short.class) {
            out.putByte(Tag.SHORT);
            out.putShort((short) object);
        } else {
            return false;
        }
        return true;
    }

    /** Reads a value with a tag. */
    public static Object read(int tag, WireReader in) {
        return switch (tag) {
            case Tag.FALSE -> Boolean.FALSE;
            case Tag.TRUE -> Boolean.TRUE;
            case Tag.BYTE -> (byte) in.getByte();
            case Tag.SHORT -> in.getShort();
            case Tag.CHAR -> (char) in.getShort();
            case Tag.INT -> in.getInt();
            case Tag.LONG -> in.getLong();
            case Tag.FLOAT -> Float.intBitsToFloat(in.getInt());
            default -> Double.longBitsToDouble(in.getLong());
        };
    }
}
