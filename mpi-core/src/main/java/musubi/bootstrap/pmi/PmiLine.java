package musubi.bootstrap.pmi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.nio.charset.StandardCharsets;

/**
 * A line of the PMI-1.1 wire protocol: {@code cmd=<name> key=value key=value\n}.
 *
 * <p>The first '=' separates key and value. Neither may contain a space, a control character or a
 * backslash; {@link #withText} encodes free text. One byte is one character (ISO 8859-1). The order
 * of keys is insignificant.
 */
public final class PmiLine extends PmiMessage {
    private static final String HEX = "0123456789abcdef";

    private PmiLine(String command) {
        super(command);
    }

    /** A line with a command and no further keys. */
    public static PmiLine command(String name) {
        checkWord("cmd", name);
        return new PmiLine(name);
    }

    /**
     * Parses a line; null if it is not a PMI-1 line.
     *
     * @param text one line without its newline
     */
    public static PmiLine parse(String text) {
        PmiLine line = null;
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf(' ', at);
            end = end < 0 ? text.length() : end;
            int equals = text.indexOf('=', at);
            equals = equals < 0 || equals > end ? end : equals;
            String key = text.substring(at, equals);
            String value = equals < end ? text.substring(equals + 1, end) : "";
            if (line == null) {
                if (!key.equals("cmd") || value.isEmpty()) {
                    return null;
                }
                line = new PmiLine(value);
            } else if (!key.isEmpty()) {
                line.add(key, value);
            }
            at = end + 1;
        }
        return line;
    }

    /**
     * Adds a key and its value.
     *
     * @throws MpiFailure for a character that the protocol cannot represent
     */
    public PmiLine with(String key, String value) {
        checkWord("key", key);
        checkWord("value of " + key, value);
        add(key, value);
        return this;
    }

    /** Adds a key and a number. */
    public PmiLine with(String key, int value) {
        return with(key, Integer.toString(value));
    }

    /** Adds a key and any text, percent-encoded; {@link #text} decodes it. */
    public PmiLine withText(String key, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        StringBuilder escaped = new StringBuilder(bytes.length + 16);
        for (byte b : bytes) {
            if (b > ' ' && b < 0x7f && b != '%' && b != '\\') {
                escaped.append((char) b);
            } else {
                escaped.append('%').append(HEX.charAt(b >> 4 & 15)).append(HEX.charAt(b & 15));
            }
        }
        return with(key, escaped.toString());
    }

    /** The text added with {@link #withText}; empty if there is none. */
    public String text(String key) {
        String value = value(key);
        if (value == null) {
            return "";
        }
        byte[] bytes = new byte[value.length()];
        int length = 0;
        for (int at = 0; at < value.length(); at++) {
            int code = value.charAt(at) == '%' ? escapedByte(value, at + 1) : -1;
            bytes[length++] = (byte) (code < 0 ? value.charAt(at) : code);
            at += code < 0 ? 0 : 2;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static int escapedByte(String value, int at) {
        if (at + 2 > value.length()) {
            return -1;
        }
        int high = Character.digit(value.charAt(at), 16);
        int low = Character.digit(value.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    @Override
    public byte[] encode() {
        return toString().concat("\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return pairs(" ", "");
    }

    private static void checkWord(String what, String word) {
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (c <= ' ' || c == '\\' || c > 0xff) {
                throw new MpiFailure(ErrorClass.ARG, "invalid character for the key-value space")
                        .with("in", what)
                        .with("index", i)
                        .with("code", (int) c)
                        .advice("encode the bytes, for example in hexadecimal");
            }
        }
    }
}
