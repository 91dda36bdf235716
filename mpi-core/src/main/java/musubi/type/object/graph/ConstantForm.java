package musubi.type.object.graph;

/** The only object of a class of the library. */
final class ConstantForm extends ClassForm {
    private final Object constant;

    ConstantForm(Object constant) {
        super(constant.getClass(), 0, KeyUse.CONTENT);
        this.constant = constant;
    }

    @Override
    boolean isTracked() {
        return false;
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {}

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        return constant;
    }
}
