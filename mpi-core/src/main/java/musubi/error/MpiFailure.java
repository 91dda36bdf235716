package musubi.error;

/**
 * A failed MPI operation below the façade: the error class and a message that names what was wrong,
 * the values, and what to do. The façade hands it to the communicator's error handler. Any thread.
 */
public final class MpiFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorClass errorClass;

    public MpiFailure(ErrorClass errorClass, String message) {
        super(message);
        this.errorClass = errorClass;
    }

    public MpiFailure(ErrorClass errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = errorClass;
    }

    /** The MPI error class (MPI-4.1, section 9.4). */
    public ErrorClass errorClass() {
        return errorClass;
    }
}
