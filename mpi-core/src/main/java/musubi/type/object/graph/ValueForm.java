package musubi.type.object.graph;

import musubi.type.object.wire.WireReader;
import musubi.type.object.wire.WireWriter;

import java.util.function.BiConsumer;
import java.util.function.Function;

/** Values of the library, by what their own methods return. */
final class ValueForm<T> extends ClassForm {
    private final Class<T> type;
    private final BiConsumer<T, WireWriter> writer;
    private final Function<WireReader, T> reader;

    private ValueForm(
            Class<T> type, BiConsumer<T, WireWriter> writer, Function<WireReader, T> reader) {
        super(type, 0, KeyUse.SORTED);
        this.type = type;
        this.writer = writer;
        this.reader = reader;
    }

    static <T> ValueForm<T> of(
            Class<T> type, BiConsumer<T, WireWriter> writer, Function<WireReader, T> reader) {
        return new ValueForm<>(type, writer, reader);
    }

    @Override
    void write(Object object, GraphWriter out, boolean complete) {
        writer.accept(type.cast(object), out);
    }

    @Override
    Object read(GraphReader in, int number, boolean complete) {
        return reader.apply(in);
    }
}
