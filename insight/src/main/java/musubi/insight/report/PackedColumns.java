package musubi.insight.report;

import com.google.gson.JsonObject;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.zip.GZIPOutputStream;

/**
 * Columns of numbers for a page: little endian, concatenated, compressed. As JSON they would be
 * five times as long, and a browser would take seconds to read them.
 */
final class PackedColumns {
    private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
    private final OutputStream out = compressed();
    private int offset;

    private OutputStream compressed() {
        try {
            return new GZIPOutputStream(packed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a column of floats; returns its position. */
    JsonObject floats(int count, IntToDoubleFunction value) {
        ByteBuffer bytes = buffer(count);
        for (int i = 0; i < count; i++) {
            bytes.putFloat((float) value.applyAsDouble(i));
        }
        return add("f", count, bytes);
    }

    /** Adds a column of integers; returns its position. */
    JsonObject ints(int count, IntUnaryOperator value) {
        ByteBuffer bytes = buffer(count);
        for (int i = 0; i < count; i++) {
            bytes.putInt(value.applyAsInt(i));
        }
        return add("i", count, bytes);
    }

    /**
     * Times, each as its distance from the one before as the page will add them up, so that
     * rounding does not add up as well; where they lie.
     */
    JsonObject times(int count, IntToLongFunction ns) {
        double sum = 0;
        ByteBuffer bytes = buffer(count);
        for (int i = 0; i < count; i++) {
            float step = (float) (ns.applyAsLong(i) - sum);
            sum += step;
            bytes.putFloat(step);
        }
        return add("t", count, bytes);
    }

    private static ByteBuffer buffer(int count) {
        return ByteBuffer.allocate(Math.multiplyExact(4, count)).order(ByteOrder.LITTLE_ENDIAN);
    }

    private JsonObject add(String type, int count, ByteBuffer bytes) {
        try {
            out.write(bytes.array());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JsonObject place = new JsonObject();
        place.addProperty("type", type);
        place.addProperty("at", offset);
        place.addProperty("count", count);
        offset += bytes.capacity();
        return place;
    }

    /** All of them as text; nothing can be added any more. */
    String text() throws IOException {
        out.close();
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }
}
