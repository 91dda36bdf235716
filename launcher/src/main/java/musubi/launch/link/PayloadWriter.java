package musubi.launch.link;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Map;

/**
 * Writes the payload of a {@link Frame}: numbers of four bytes in network order, texts and byte
 * arrays after their length, lists after their size.
 *
 * <p>Thread rule: one thread.
 */
public final class PayloadWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public PayloadWriter number(int number) {
        out.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
        return this;
    }

    public PayloadWriter flag(boolean flag) {
        out.write(flag ? 1 : 0);
        return this;
    }

    /** A text, or null. */
    public PayloadWriter text(String text) {
        if (text == null) {
            return number(-1);
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes(bytes, 0, bytes.length);
    }

    public PayloadWriter bytes(byte[] bytes, int from, int to) {
        number(to - from);
        out.write(bytes, from, to - from);
        return this;
    }

    /** A record of numbers, flags, texts, paths, constants, collections and records of these. */
    public PayloadWriter record(Record components) {
        RecordCodec.write(components, this);
        return this;
    }

    public PayloadWriter numbers(Collection<Integer> numbers) {
        number(numbers.size());
        numbers.forEach(this::number);
        return this;
    }

    public PayloadWriter map(Map<String, String> map) {
        number(map.size());
        map.forEach((key, value) -> text(key).text(value));
        return this;
    }

    public byte[] bytes() {
        return out.toByteArray();
    }
}
