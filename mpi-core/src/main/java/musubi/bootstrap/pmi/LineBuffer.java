package musubi.bootstrap.pmi;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits the bytes of a channel into the lines of PMI-1 or the length-prefixed messages of PMI-2.
 * The buffer grows with the longest one, up to a limit.
 *
 * <p>Thread rule: one thread.
 */
public final class LineBuffer {
    private static final int INITIAL_BYTES = 1024;

    private final int limitBytes;
    private byte[] bytes = new byte[INITIAL_BYTES];
    private int start;
    private int end;
    private int scanned;

    /**
     * An empty buffer.
     *
     * @param limitBytes the longest line, with its newline, in bytes
     */
    public LineBuffer(int limitBytes) {
        this.limitBytes = limitBytes;
    }

    /**
     * Reads once from the channel.
     *
     * @return the number of bytes read, -1 at the end of the stream
     * @throws IOException if the channel fails or the line in the buffer reaches the limit
     */
    public int fill(ReadableByteChannel channel) throws IOException {
        makeRoom();
        int count = channel.read(ByteBuffer.wrap(bytes, end, bytes.length - end));
        end += Math.max(count, 0);
        return count;
    }

    /** The next complete line without its newline, or null. */
    public String next() {
        while (scanned < end) {
            if (bytes[scanned++] == '\n') {
                int length = scanned - 1 - start;
                String line = new String(bytes, start, length, StandardCharsets.ISO_8859_1);
                start = scanned;
                return line;
            }
        }
        return null;
    }

    /**
     * The next complete message of PMI-2 without its length prefix, or null.
     *
     * @throws IOException if the length is malformed or beyond the limit
     */
    String nextFrame() throws IOException {
        if (end - start < PmiFrame.LENGTH_DIGITS) {
            return null;
        }
        int from = start + PmiFrame.LENGTH_DIGITS;
        int length = length(new String(bytes, start, from - start, StandardCharsets.ISO_8859_1));
        if (end - from < length) {
            return null;
        }
        start = from + length;
        scanned = start;
        return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    }

    private int length(String text) throws IOException {
        int length;
        try {
            length = Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IOException("not the length of a message: " + text, e);
        }
        if (length < 0 || length > limitBytes - PmiFrame.LENGTH_DIGITS) {
            throw new IOException(
                    "a message is too long: length=" + length + " limitBytes=" + limitBytes);
        }
        return length;
    }

    private void makeRoom() throws IOException {
        if (start > 0) {
            System.arraycopy(bytes, start, bytes, 0, end - start);
            end -= start;
            scanned -= start;
            start = 0;
        }
        if (end < bytes.length) {
            return;
        }
        if (end >= limitBytes) {
            throw new IOException("a line is too long: limitBytes=" + limitBytes);
        }
        bytes = Arrays.copyOf(bytes, Math.min(limitBytes, 4 * bytes.length));
    }
}
