package musubi.tcp.relay;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The answer that comes back through a circuit before its first byte of data: a code of one byte,
 * the length of a text in two, and the text in UTF-8.
 *
 * @param code one of the constants of this class
 * @param text why the circuit was refused; empty if it was not
 */
public record CircuitStatus(int code, String text) {
    /** The circuit has reached the rank; all further bytes are the rank's. */
    public static final int CONNECTED = 0;

    /** A hop does not answer; the text has its address. */
    public static final int UNREACHABLE = 1;

    /** The relay's secret is another one. */
    public static final int UNAUTHENTICATED = 2;

    /** The circuit has passed this relay already. */
    public static final int LOOP = 3;

    /** The hop limit is reached. */
    public static final int TOO_MANY_HOPS = 4;

    /** The opening is not one of this version or job. */
    public static final int MALFORMED = 5;

    /** The relay has as many circuits as its memory permits. */
    public static final int BUSY = 6;

    /** Bytes of code and length. */
    public static final int PREFIX_BYTES = 3;

    /** Longest text in bytes. */
    public static final int MAX_TEXT_BYTES = 512;

    /** The record as bytes; a longer text is cut. */
    public byte[] encode() {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        byte[] sent = Arrays.copyOf(bytes, Math.min(bytes.length, MAX_TEXT_BYTES));
        ByteBuffer record = ByteBuffer.allocate(PREFIX_BYTES + sent.length);
        return record.put((byte) code).putShort((short) sent.length).put(sent).array();
    }

    /**
     * The length of the text that follows a prefix of {@value #PREFIX_BYTES} bytes.
     *
     * @throws MalformedRecordException if it is longer than {@value #MAX_TEXT_BYTES}
     */
    public static int textBytes(byte[] prefix) throws MalformedRecordException {
        int length = ByteBuffer.wrap(prefix).getShort(1) & 0xffff;
        if (length > MAX_TEXT_BYTES) {
            throw new MalformedRecordException("a status with a text of " + length + " bytes");
        }
        return length;
    }

    /** Reads a record: the prefix and its text. */
    public static CircuitStatus decode(byte[] prefix, byte[] text) {
        return new CircuitStatus(prefix[0] & 0xff, new String(text, StandardCharsets.UTF_8));
    }
}
