package musubi.type.object.graph;

import musubi.type.object.Refusal;

import java.lang.reflect.Array;

/** Arrays of references. */
final class ObjectArrayForm extends MutableForm<Object[]> {
    private final Class<?> component;

    ObjectArrayForm(Class<?> type) {
        super(type, 0, KeyUse.IDENTITY);
        component = type.componentType();
    }

    @Override
    void writeHead(Object object, GraphWriter out) {
        out.putVarint(((Object[]) object).length);
    }

    @Override
    void writeContent(Object object, GraphWriter out, boolean complete) {
        for (Object element : (Object[]) object) {
            out.write(element, complete);
        }
    }

    @Override
    Object[] create(GraphReader in) {
        return (Object[]) Array.newInstance(component, in.getSize(type));
    }

    @Override
    void readContent(Object[] array, GraphReader in, boolean complete) {
        try {
            for (int i = 0; i < array.length; i++) {
                array[i] = in.read(complete);
            }
        } catch (ArrayStoreException e) {
            throw Refusal.damaged(e.getMessage() + " in an array of " + component.getName());
        }
    }
}
