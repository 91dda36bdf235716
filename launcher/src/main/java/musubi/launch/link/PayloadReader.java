package musubi.launch.link;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads a payload of {@link PayloadWriter}. For arbitrary bytes it allocates at most a small
 * multiple of their length and fails with {@link IOException} only.
 *
 * <p>Thread rule: one thread.
 */
public final class PayloadReader {
    private final ByteBuffer bytes;

    public PayloadReader(byte[] payload) {
        bytes = ByteBuffer.wrap(payload);
    }

    public int number() throws IOException {
        try {
            return bytes.getInt();
        } catch (BufferUnderflowException e) {
            throw malformed("it ends too early", e);
        }
    }

    public boolean flag() throws IOException {
        if (!bytes.hasRemaining()) {
            throw malformed("it ends too early", null);
        }
        return bytes.get() != 0;
    }

    /** A text, or null. */
    public String text() throws IOException {
        return skipNull() ? null : new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Whether null is next; it is skipped then. */
    boolean skipNull() throws IOException {
        int mark = bytes.position();
        boolean isNull = number() == -1;
        bytes.position(isNull ? bytes.position() : mark);
        return isNull;
    }

    /** What {@link PayloadWriter#record} wrote. */
    public <T extends Record> T record(Class<T> type) throws IOException {
        return type.cast(RecordCodec.read(type, this));
    }

    /** A text that is not null. */
    public String word() throws IOException {
        String text = text();
        if (text == null) {
            throw malformed("a text is missing", null);
        }
        return text;
    }

    public byte[] bytes() throws IOException {
        byte[] copy = new byte[size(1)];
        bytes.get(copy);
        return copy;
    }

    public List<Integer> numbers() throws IOException {
        int size = size(Integer.BYTES);
        List<Integer> numbers = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            numbers.add(number());
        }
        return numbers;
    }

    public Map<String, String> map() throws IOException {
        int size = size(2 * Integer.BYTES);
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < size; i++) {
            map.put(word(), word());
        }
        return map;
    }

    /** A count of elements that take at least {@code leastBytes} bytes each. */
    public int size(int leastBytes) throws IOException {
        int size = number();
        if (size < 0 || (long) size * leastBytes > bytes.remaining()) {
            throw malformed("size=" + size + " bytes left=" + bytes.remaining(), null);
        }
        return size;
    }

    public static IOException malformed(String why, Exception cause) {
        return new IOException("not a payload of a node proxy: " + why, cause);
    }
}
