package musubi.bootstrap.pmi;

import java.util.ArrayList;
import java.util.List;

/**
 * A message of any version of PMI: a command, and keys with values. Subclasses define the encoding.
 *
 * <p>Thread rule: a message belongs to one thread until it is encoded.
 */
public abstract sealed class PmiMessage permits PmiLine, PmiFrame {
    private final String command;
    private final List<String> keys = new ArrayList<>(4);
    private final List<String> values = new ArrayList<>(4);

    PmiMessage(String command) {
        this.command = command;
    }

    /** Adds a key and its value, checked by the subclass. */
    final void add(String key, String value) {
        keys.add(key);
        values.add(value);
    }

    /** The name of the command. */
    public final String command() {
        return command;
    }

    /** The value of a key, or null. */
    public final String value(String key) {
        int index = keys.indexOf(key);
        return index < 0 ? null : values.get(index);
    }

    /** The value of a key as a number, or {@code otherwise}. */
    public final int number(String key, int otherwise) {
        String value = value(key);
        if (value == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException notANumber) {
            return otherwise;
        }
    }

    /** The pairs as text, each between {@code before} and {@code after}. */
    final String pairs(String before, String after) {
        StringBuilder text = new StringBuilder(64).append("cmd=").append(command).append(after);
        for (int i = 0; i < keys.size(); i++) {
            text.append(before).append(keys.get(i)).append('=').append(values.get(i)).append(after);
        }
        return text.toString();
    }

    /** The encoded message. */
    public abstract byte[] encode();
}
