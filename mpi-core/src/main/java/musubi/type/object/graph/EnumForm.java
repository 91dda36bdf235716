package musubi.type.object.graph;

import musubi.type.object.Refusal;

import java.util.Arrays;

/** Constants of an enum, by their position; the description has their names. */
final class EnumForm extends ClassForm {
    private final Object[] constants;

    private EnumForm(Class<?> type, Object[] constants) {
        super(
                type,
                Arrays.stream(constants)
                        .map(constant -> ((Enum<?>) constant).name())
                        .reduce(0L, Shape::with, Long::sum),
                KeyUse.SORTED);
        this.constants = constants;
    }

    /** The form of an enum; null for {@link Enum} itself. */
    static EnumForm of(Class<?> type) {
        Object[] constants = type.getEnumConstants();
        return constants == null ? null : new EnumForm(type, constants);
    }

    @Override
    boolean isTracked() {
        return false;
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        out.putVarint(((Enum<?>) object).ordinal());
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        int ordinal = in.getVarint();
        if (ordinal >= constants.length) {
            throw Refusal.damaged("constant " + ordinal + " of " + type.getName());
        }
        return constants[ordinal];
    }
}
