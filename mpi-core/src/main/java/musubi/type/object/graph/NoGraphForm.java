package musubi.type.object.graph;

/** An object that only the serialisation of the JDK carries; it has no stack trace, for speed. */
final class NoGraphForm extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoGraphForm(String what) {
        super(what, null, false, false);
    }
}
