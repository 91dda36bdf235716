package musubi.error;

/**
 * A failed MPI operation below the façade: an error class and a message that says what failed, with
 * which values, and how to correct it. The façade passes it to the error handler of the
 * communicator. MPI-4.1 section 9.3.
 *
 * <p>The message is built where the failure is thrown:
 *
 * <pre>{@code
 * throw new MpiFailure(ErrorClass.RANK, "no such rank in the communicator")
 *         .with("rank", rank)
 *         .with("size", size)
 *         .advice("use 0 to " + (size - 1));
 * }</pre>
 *
 * <p>reads {@code no such rank in the communicator: rank=5 size=4; use 0 to 3}. Thread rule: one
 * thread builds the message; afterwards any thread may read it.
 */
public final class MpiFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;
    private String message;
    private boolean hasValues;

    /** Whether there was no descriptor, which needs other advice than the place of the failure. */
    private final boolean lacksDescriptors;

    /** A failure described by one sentence without a full stop. */
    public MpiFailure(ErrorClass errorClass, String message) {
        this(errorClass, message, null);
    }

    /**
     * As {@link #MpiFailure(ErrorClass, String)}, with the exception that caused it. When that is a
     * shortage of descriptors, the advice is about them.
     */
    public MpiFailure(ErrorClass errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
        this.message = message;
        lacksDescriptors = Descriptors.areExhausted(cause);
    }

    /**
     * What a call has thrown, as a failure of MPI: itself, or an exception of the JDK or of a
     * library for want of a descriptor.
     *
     * @param thrown a {@code RuntimeException} or an {@code Error}; rethrown if it is neither
     */
    public static MpiFailure of(Throwable thrown) {
        if (thrown instanceof MpiFailure failure) {
            return failure;
        }
        if (Descriptors.areExhausted(thrown)) {
            return new MpiFailure(ErrorClass.OTHER, "a file or socket cannot be opened", thrown)
                    .with("cause", thrown);
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) thrown;
    }

    /**
     * Appends a value to the message as {@code name=value}; an empty text in quotes.
     *
     * @return this failure
     */
    public MpiFailure with(String name, Object value) {
        String text = String.valueOf(value);
        message += (hasValues ? " " : ": ") + name + "=" + (text.isEmpty() ? "\"\"" : text);
        hasValues = true;
        return this;
    }

    /** Appends two values. */
    public MpiFailure with(String name, Object value, String other, Object otherValue) {
        return with(name, value).with(other, otherValue);
    }

    /** Appends three values. */
    public MpiFailure with(
            String a, Object first, String b, Object second, String c, Object third) {
        return with(a, first).with(b, second).with(c, third);
    }

    /**
     * Appends advice on how to correct the call; the last part of the message.
     *
     * @return this failure
     */
    public MpiFailure advice(String text) {
        message += lacksDescriptors ? "" : "; " + text;
        return this;
    }

    /** What failed, the values, and the advice. */
    @Override
    public String getMessage() {
        return lacksDescriptors ? message + "; " + Descriptors.advice() : message;
    }

    /** The MPI error class. MPI-4.1 section 9.4. */
    public ErrorClass errorClass() {
        return errorClass;
    }
}
