package musubi.type;

/**
 * What a message is made of, in short: the base type and how many of its elements. MPI-4.1 section
 * 3.3.1. {@code MPI.PACKED} matches everything; {@code MPI.BYTE} only itself.
 */
public final class TypeSignature {
    /** The code of what matches every type. */
    public static final int ANY = 0;

    private static final int CODE_BITS = 16;
    private static final BaseType[] BASES = BaseType.values();

    private TypeSignature() {}

    /**
     * The code of a type's elements, 0 to 65535: the same for types that match. Types of several
     * basic types have the one that matches everything.
     */
    public static int codeOf(Datatype type) {
        BaseType uniform = type.signature().uniform();
        return uniform == null || uniform == BaseType.PACKED ? ANY : uniform.ordinal() + 1;
    }

    /** Code and number of elements of so many items. */
    public static long of(Datatype type, long count) {
        int code = codeOf(type);
        long elementBytes = code == ANY ? 1 : type.signature().uniform().bytes();
        return count * type.signature().bytes() / elementBytes << CODE_BITS | code;
    }

    /** Whether elements with these codes match. */
    public static boolean isSameCode(int one, int other) {
        return one == other || one == ANY || other == ANY;
    }

    /** Whether what is sent is just what is expected, as in collective operations. */
    public static boolean isSame(long one, long other) {
        boolean any = codeIn(one) == ANY || codeIn(other) == ANY;
        boolean empty = one >> CODE_BITS == 0 && other >> CODE_BITS == 0;
        return any || empty || one == other;
    }

    private static int codeIn(long signature) {
        return (int) signature & (1 << CODE_BITS) - 1;
    }

    /** For example {@code MPI.INT}. */
    public static String nameOf(int code) {
        return code == ANY || code > BASES.length ? "any type" : "MPI." + BASES[code - 1].name();
    }

    /** For example {@code 4 x MPI.INT}. */
    public static String describe(long signature) {
        return (signature >> CODE_BITS) + " x " + nameOf(codeIn(signature));
    }
}
