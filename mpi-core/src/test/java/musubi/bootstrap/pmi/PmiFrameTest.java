package musubi.bootstrap.pmi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Random;

class PmiFrameTest {
    private static ReadableByteChannel channel(byte[] bytes) {
        return Channels.newChannel(new ByteArrayInputStream(bytes));
    }

    private static ReadableByteChannel channel(String text) {
        return channel(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Test
    void shouldPadTheLengthWhenAFrameIsEncoded() {
        PmiFrame frame = PmiFrame.command("kvs-put").with("key", "a").with("value", "b c=d");
        String text = new String(frame.encode(), StandardCharsets.ISO_8859_1);
        assertEquals("    30cmd=kvs-put;key=a;value=b c=d;", text);
    }

    @Test
    void shouldReadPairsWhenTheirOrderDiffers() {
        PmiFrame frame = PmiFrame.parse("cmd=kvs-get-response;rc=0;found=TRUE;value=a=b c\nd;");
        assertEquals("kvs-get-response", frame.command());
        assertEquals("a=b c\nd", frame.value("value"));
        assertEquals(0, frame.number("rc", -1));
        assertNull(frame.value("none"));
    }

    @Test
    void shouldReturnNullWhenItIsNoMessage() {
        for (String text : new String[] {"", ";", "cmd=", "cmd=;", "rc=0;cmd=x;", "cmd=x", "x"}) {
            assertNull(PmiFrame.parse(text), text);
        }
    }

    @Test
    void shouldRejectACharacterWhenItWouldEndThePair() {
        PmiFrame frame = PmiFrame.command("kvs-put");
        assertThrows(MpiFailure.class, () -> frame.with("value", "a;b"));
        assertThrows(MpiFailure.class, () -> frame.with("value", "結"));
        assertEquals("a, b", frame.withText("msg", "a; b").value("msg"));
    }

    @Test
    void shouldSplitMessagesWhenBytesArriveInPieces() throws IOException {
        LineBuffer buffer = new LineBuffer(4096);
        buffer.fill(channel("cmd=response_to_init pmi_version=2 rc=0\n    "));
        assertEquals("cmd=response_to_init pmi_version=2 rc=0", buffer.next());
        assertNull(buffer.nextFrame());
        buffer.fill(channel("12cmd=x"));
        assertNull(buffer.nextFrame());
        buffer.fill(channel(";rc=0;0     6cmd=y;"));
        assertEquals("cmd=x;rc=0;0", buffer.nextFrame());
        assertEquals("cmd=y;", buffer.nextFrame());
        assertNull(buffer.nextFrame());
    }

    @Test
    void shouldFailWhenTheLengthIsNoneOrTooLarge() throws IOException {
        for (String length : new String[] {"abcdef", "    -1", "999999", "      "}) {
            LineBuffer buffer = new LineBuffer(4096);
            buffer.fill(channel(length + "cmd=x;"));
            assertThrows(IOException.class, buffer::nextFrame, length);
        }
    }

    @Test
    void shouldReturnWithoutExceptionWhenTheBytesAreRandom() throws IOException {
        long seed = Long.getLong("musubi.test.seed", System.nanoTime());
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[random.nextInt(60)];
            random.nextBytes(bytes);
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            PmiFrame frame = PmiFrame.parse("cmd=" + text);
            if (frame != null) {
                assertNotNull(frame.command(), "seed=" + seed);
            }
            LineBuffer buffer = new LineBuffer(4096);
            buffer.fill(channel(bytes));
            try {
                String cut = buffer.nextFrame();
                assertEquals(true, cut == null || cut.length() < bytes.length, "seed=" + seed);
            } catch (IOException e) {
                assertNotNull(e.getMessage());
            }
        }
    }
}
