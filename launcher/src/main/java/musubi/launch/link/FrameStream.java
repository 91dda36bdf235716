package musubi.launch.link;

import musubi.launch.link.Frame.Kind;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Frames over one connection, usually the two streams of ssh. The wire format:
 *
 * <pre>
 *   0        4      5      9        17         25
 *   | length | kind | node | number | received | payload, length bytes |
 * </pre>
 *
 * <p>A node proxy starts with a greeting; output of login scripts before it is skipped.
 *
 * <p>Thread rule: one thread reads, any thread writes.
 */
public final class FrameStream {
    private static final byte[] GREETING =
            "\nMUSUBI NODE PROXY 2\n".getBytes(StandardCharsets.US_ASCII);

    private static final int MAX_SKIPPED_BYTES = 64 * 1024;
    private static final int HEAD_BYTES = 25;
    private static final Kind[] KINDS = Kind.values();

    /** The number of heartbeats and of the end of a link. */
    static final long UNNUMBERED = -1;

    private final DataInputStream in;
    private final OutputStream out;

    /**
     * A frame with its place on the link ({@link LinkState}).
     *
     * @param number the number of frames of its direction before it, or {@link #UNNUMBERED}
     * @param received the number of frames that its sender has received
     */
    public record Numbered(long number, long received, Frame frame) {}

    public FrameStream(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = out;
    }

    /** Sends the greeting of a node proxy. */
    public synchronized void greet() throws IOException {
        out.write(GREETING);
        out.flush();
    }

    /** Skips all bytes up to the greeting; false if there is none. */
    public boolean awaitGreeting() throws IOException {
        int matched = 0;
        for (int i = 0; i < MAX_SKIPPED_BYTES && matched < GREETING.length; i++) {
            int next = in.read();
            if (next < 0) {
                return false;
            }
            boolean fits = next == GREETING[matched];
            // The greeting has a newline at its beginning and its end only.
            matched = fits ? matched + 1 : next == GREETING[0] ? 1 : 0;
        }
        return matched == GREETING.length;
    }

    /**
     * The next frame, or null at the end of the stream.
     *
     * @throws IOException if the bytes are not a frame
     */
    public Numbered read() throws IOException {
        int first = in.read();
        if (first < 0) {
            return null;
        }
        try {
            int length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int kind = in.readUnsignedByte();
            int node = in.readInt();
            if (length < 0 || length > Frame.MAX_PAYLOAD_BYTES || kind >= KINDS.length) {
                throw new IOException(
                        "not a frame of a node proxy: length=" + length + " kind=" + kind);
            }
            long number = in.readLong();
            long received = in.readLong();
            if (number < UNNUMBERED || received < 0) {
                throw new IOException(
                        "not a frame of a node proxy: number=" + number + " received=" + received);
            }
            byte[] payload = in.readNBytes(length);
            return payload.length < length
                    ? null
                    : new Numbered(number, received, new Frame(KINDS[kind], node, payload));
        } catch (EOFException e) {
            // The stream ends within a frame, and so does the link.
            return null;
        }
    }

    /** Sends a frame; blocks while the other end does not read. */
    public synchronized void write(Numbered numbered) throws IOException {
        Frame frame = numbered.frame();
        byte[] payload = frame.payload();
        ByteBuffer bytes = ByteBuffer.allocate(HEAD_BYTES + payload.length);
        bytes.putInt(payload.length).put((byte) frame.kind().ordinal()).putInt(frame.node());
        bytes.putLong(numbered.number()).putLong(numbered.received());
        out.write(bytes.put(payload).array());
        out.flush();
    }

    /** Closes the outgoing stream. */
    void close() throws IOException {
        out.close();
    }
}
