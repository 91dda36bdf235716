package musubi.type.object.graph;

/**
 * A class whose objects exist before their content is read. So content that is nested too deeply
 * for recursion is put off until the objects around it are read: a chain of any length needs little
 * stack.
 */
abstract class MutableForm<T> extends ClassForm {
    MutableForm(Class<?> type, long shape, KeyUse use) {
        super(type, shape, use);
    }

    @Override
    final boolean isBuiltLast() {
        return false;
    }

    @Override
    final void write(Object object, GraphWriter out, boolean complete) {
        writeHead(object, out);
        if (out.isTooDeep(complete)) {
            out.postpone(object, this);
        } else {
            writeContent(object, out, complete);
        }
    }

    @Override
    final Object read(GraphReader in, int number, boolean complete) {
        T object = create(in);
        in.set(number, object);
        if (in.isTooDeep(complete)) {
            in.postpone(() -> readContent(object, in, false));
        } else {
            readContent(object, in, complete);
        }
        return object;
    }

    /** Writes what is needed to create the object. */
    abstract void writeHead(Object object, GraphWriter out);

    abstract void writeContent(Object object, GraphWriter out, boolean complete);

    abstract T create(GraphReader in);

    abstract void readContent(T object, GraphReader in, boolean complete);
}
