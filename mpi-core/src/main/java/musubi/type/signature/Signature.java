package musubi.type.signature;

/**
 * The type signature of an item: its sequence of basic types without displacements, which a send
 * and its receive share. A tree, so its size is independent of counts. MPI-4.1 section 3.3.1.
 *
 * <p>Immutable. Two messages are compared by the {@link #fingerprint} of their types, {@code times}
 * the counts; {@code MPI.PACKED} matches everything. A receive may be longer than its send, which
 * is then compared with a {@link #prefix} of the receive.
 */
public abstract class Signature {
    /** Descriptions are truncated to this length. */
    private static final int MAX_TEXT_LENGTH = 80;

    /** The empty sequence. */
    static final Signature EMPTY = new UniformSignature(BaseType.BYTE, 1, 0);

    /** Result of {@link #elementsIn} for bytes that end within an element. */
    public static final long PARTIAL_ELEMENT = -1;

    private final long bytes;
    private final long elements;
    private final SignatureHash fingerprint;

    Signature(long bytes, long elements, SignatureHash fingerprint) {
        this.bytes = bytes;
        this.elements = elements;
        this.fingerprint = fingerprint;
    }

    /** Bytes of data in an item; objects count as one. */
    public final long bytes() {
        return bytes;
    }

    /** Basic elements in an item; a complex number is one. */
    public final long elements() {
        return elements;
    }

    /** A hash of the sequence that does not depend on how the type was made. */
    public final SignatureHash fingerprint() {
        return fingerprint;
    }

    /** The Java type of all numbers; null if there are several. */
    public abstract BaseType uniform();

    /** Numbers in each element: 2 for complex numbers only; 0 if there are several kinds. */
    public abstract int width();

    /** Name of a basic type, for example {@code MPI.FLOAT_COMPLEX} for two numbers. */
    public static String nameOf(BaseType kind, int width) {
        return "MPI." + kind + (width > 1 ? "_COMPLEX" : "");
    }

    /** Basic elements in the first bytes of an item; -1 if these end within an element. */
    public abstract long elementsIn(long bytes);

    /** Bytes of the first {@code elements} basic elements of an item. */
    public abstract long bytesOf(long elements);

    /** Hash of the signature of the first bytes of an item, which are whole elements. */
    public abstract SignatureHash prefix(long bytes);

    /** Appends a description, truncated to a length. */
    abstract void describe(StringBuilder text, int longest);

    /** A description, for example {@code MPI.INT, 3 x MPI.DOUBLE}; long ones are truncated. */
    @Override
    public final String toString() {
        StringBuilder text = new StringBuilder();
        describe(text, MAX_TEXT_LENGTH);
        return text.toString();
    }

    /**
     * Reverses the bytes of each element.
     *
     * @param packed items in their packed form
     * @param at start of an item
     * @return end of the item
     */
    public abstract int reverseBytes(byte[] packed, int at);

    /** This sequence {@code count} times. */
    public Signature times(long count) {
        if (count == 0 || bytes == 0) {
            return EMPTY;
        }
        return count == 1 ? this : new RepeatedSignature(this, count);
    }
}
