package musubi.type.object;

/** A message that is damaged, exceeds a limit, or has a class that is not admitted. */
public final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** A refusal. */
    public Refusal(String text) {
        super(text);
    }

    /** A refusal for a cause. */
    public Refusal(String text, Throwable cause) {
        super(text, cause);
    }

    /** A refusal of a damaged message. */
    public static Refusal damaged(String what) {
        return new Refusal("received objects of MPI.OBJECT are damaged: " + what);
    }
}
