package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class LineBufferTest {
    private static ReadableByteChannel channel(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return Channels.newChannel(new ByteArrayInputStream(bytes));
    }

    private static List<String> lines(LineBuffer buffer, String text) throws IOException {
        List<String> lines = new ArrayList<>();
        ReadableByteChannel channel = channel(text);
        while (buffer.fill(channel) >= 0) {
            for (String line = buffer.next(); line != null; line = buffer.next()) {
                lines.add(line);
            }
        }
        return lines;
    }

    @Test
    void shouldCutLinesWhenSeveralArriveAtOnce() throws IOException {
        assertEquals(List.of("a", "", "bc"), lines(new LineBuffer(4096), "a\n\nbc\nrest"));
    }

    @Test
    void shouldKeepAPartialLineWhenItsEndIsMissing() throws IOException {
        LineBuffer buffer = new LineBuffer(4096);
        buffer.fill(channel("be"));
        assertNull(buffer.next());
        buffer.fill(channel("gin\nx"));
        assertEquals("begin", buffer.next());
        assertNull(buffer.next());
    }

    @Test
    void shouldGrowUpToTheLimitWhenALineIsLong() throws IOException {
        String line = "x".repeat(60_000);
        assertEquals(List.of(line, "y"), lines(new LineBuffer(64 * 1024), line + "\ny\n"));
    }

    @Test
    void shouldFailWhenALineIsLongerThanTheLimit() {
        LineBuffer buffer = new LineBuffer(2048);
        assertThrows(IOException.class, () -> lines(buffer, "x".repeat(5000)));
    }
}
