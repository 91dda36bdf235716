package musubi.conformance;

/** A dialect with a kind of buffer. */
public enum Form {
    LOWER_ARRAY,
    LOWER_HEAP_BUFFER,
    LOWER_DIRECT_BUFFER,
    UPPER_ARRAY,
    UPPER_DIRECT_BUFFER;

    private static final Calls LOWER = new LowerCalls();
    private static final Calls UPPER = new UpperCalls();

    /** Whether it is the capitalised dialect, which has offsets. */
    public boolean isUpper() {
        return this == UPPER_ARRAY || this == UPPER_DIRECT_BUFFER;
    }

    /** The calls of the dialect. */
    public Calls calls() {
        return isUpper() ? UPPER : LOWER;
    }

    /** A buffer of this kind with {@code length} zeros. */
    public Ints zeros(int length) {
        return Ints.zeros(this, length);
    }

    /** These integers in a buffer of this kind. */
    public Ints ints(int... values) {
        return Ints.zeros(this, values.length).set(values);
    }
}
