package musubi.type.signature;

/** A basic type: the Java type of the elements of a datatype. MPI-4.1 section 3.2.2. */
public enum BaseType {
    BYTE(byte.class, 1),
    CHAR(char.class, 2),
    SHORT(short.class, 2),
    BOOLEAN(boolean.class, 1),
    INT(int.class, 4),
    LONG(long.class, 8),
    FLOAT(float.class, 4),
    DOUBLE(double.class, 8),
    /** Serialised objects; an element counts as one byte, its serial form is longer. */
    OBJECT(Object.class, 1),
    /** Packed data. */
    PACKED(byte.class, 1);

    private final Class<?> component;
    private final int bytes;

    BaseType(Class<?> component, int bytes) {
        this.component = component;
        this.bytes = bytes;
    }

    /** Component type of a Java array of this type. */
    public Class<?> component() {
        return component;
    }

    /** Size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /**
     * A new Java array.
     *
     * @param elements its length
     */
    public Object newArray(int elements) {
        return java.lang.reflect.Array.newInstance(component, elements);
    }
}
