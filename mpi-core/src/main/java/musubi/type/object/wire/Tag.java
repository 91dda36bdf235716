package musubi.type.object.wire;

/** The first byte of an object in the graph form. From {@link #FIRST_CLASS} on: a known class. */
public final class Tag {
    public static final int NULL = 0;
    public static final int REFERENCE = 1;
    public static final int LATIN = 2;
    public static final int UTF16 = 3;
    public static final int FALSE = 4;
    public static final int TRUE = 5;
    public static final int BYTE = 6;
    public static final int SHORT = 7;
    public static final int CHAR = 8;
    public static final int INT = 9;
    public static final int LONG = 10;
    public static final int FLOAT = 11;
    public static final int DOUBLE = 12;
    public static final int BOOLEANS = 13;
    public static final int BYTES = 14;
    public static final int SHORTS = 15;
    public static final int CHARS = 16;
    public static final int INTS = 17;
    public static final int LONGS = 18;
    public static final int FLOATS = 19;
    public static final int DOUBLES = 20;
    public static final int NEW_CLASS = 21;
    public static final int LATER_CLASS = 22;
    public static final int FIRST_CLASS = 32;
    public static final int CLASS_TAGS = 256 - FIRST_CLASS;

    private Tag() {}
}
