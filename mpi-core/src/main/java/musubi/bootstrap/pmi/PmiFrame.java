package musubi.bootstrap.pmi;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A message of PMI-2: the length of the rest in six characters, padded with blanks on the left,
 * then {@code cmd=<name>;key=value;key=value;}.
 *
 * <p>A ';' ends each pair, and the first '=' separates key and value, so a value may contain
 * anything but a ';'. One byte is one character (ISO 8859-1).
 */
final class PmiFrame extends PmiMessage {
    /** The number of characters of the length. */
    static final int LENGTH_DIGITS = 6;

    private static final String COMMAND = "cmd=";

    private PmiFrame(String command) {
        super(command);
    }

    /** A message with a command and no further keys. */
    static PmiFrame command(String name) {
        return new PmiFrame(name);
    }

    /**
     * Parses a message; null if it is not one of PMI-2.
     *
     * @param text the message without its length
     */
    static PmiFrame parse(String text) {
        int end = text.indexOf(';');
        if (!text.startsWith(COMMAND) || end <= COMMAND.length()) {
            return null;
        }
        PmiFrame frame = new PmiFrame(text.substring(COMMAND.length(), end));
        for (int at = end + 1; at < text.length(); at = end + 1) {
            end = text.indexOf(';', at);
            end = end < 0 ? text.length() : end;
            int equals = text.indexOf('=', at);
            equals = equals < 0 || equals > end ? end : equals;
            String value = equals < end ? text.substring(equals + 1, end) : "";
            frame.add(text.substring(at, equals), value);
        }
        return frame;
    }

    /**
     * Adds a key and its value.
     *
     * @throws MpiFailure for a character that the protocol cannot represent
     */
    PmiFrame with(String key, String value) {
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ';' || c > 0xff) {
                throw new MpiFailure(ErrorClass.ARG, "invalid character for PMI-2")
                        .with("key", key)
                        .with("index", i)
                        .with("code", (int) c);
            }
        }
        add(key, value);
        return this;
    }

    /** Adds a key and a number. */
    PmiFrame with(String key, int value) {
        return with(key, Integer.toString(value));
    }

    /** Adds a key and a text for display, with ',' in place of ';'. */
    PmiFrame withText(String key, String text) {
        byte[] bytes = text.replace(';', ',').getBytes(StandardCharsets.UTF_8);
        return with(key, new String(bytes, StandardCharsets.ISO_8859_1));
    }

    @Override
    public byte[] encode() {
        String text = toString();
        return String.format(Locale.ROOT, "%" + LENGTH_DIGITS + "d%s", text.length(), text)
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public String toString() {
        return pairs("", ";");
    }
}
