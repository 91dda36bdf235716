package musubi.type.signature;

/**
 * The basic types of an item in their order, without displacements: what has to be the same in a
 * send and its receive. A tree, so its size does not depend on counts. MPI-4.1 section 3.3.1.
 *
 * <p>Immutable. To compare two messages, compare the {@link #fingerprint} of their types {@code
 * times} the counts; {@code MPI.PACKED} matches everything. A receive may be longer than its send:
 * then the send is compared with a {@link #prefix} of it.
 */
public abstract class Signature {
    /** A description is cut off behind so many characters. */
    private static final int MAX_TEXT_LENGTH = 80;

    /** Of no data. */
    static final Signature EMPTY = new UniformSignature(BaseType.BYTE, 1, 0);

    /** How much an item has that is not a whole number of basic elements. */
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

    /** The one basic type that all elements have; null when there are several. */
    public abstract BaseType uniform();

    /** The basic elements in the first bytes of an item; -1 when these end within one. */
    public abstract long elementsIn(long bytes);

    /** The bytes that so many first elements of an item take. */
    public abstract long bytesOf(long elements);

    /** Of the first bytes of an item, which are whole elements. */
    public abstract SignatureHash prefix(long bytes);

    /** Appends what it is made of, until the text is so long. */
    abstract void describe(StringBuilder text, int longest);

    /** What it is made of, for example {@code MPI.INT, 3 x MPI.DOUBLE}; a long one is cut off. */
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
     * @param at where one starts
     * @return where it ends
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
