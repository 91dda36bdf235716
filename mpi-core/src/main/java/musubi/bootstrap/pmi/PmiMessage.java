package musubi.bootstrap.pmi;

import java.util.ArrayList;
import java.util.List;

/**
 * What all versions of PMI send: a command, and keys with their values. How it is written is the
 * subclass's.
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

    /** Adds a key and its value, which the subclass has looked at. */
    final void add(String key, String value) {
        keys.add(key);
        values.add(value);
    }

    /** The name of the command. */
    public final String command() {
        return command;
    }

    /** The value of this key, or null when the message has no such key. */
    public final String value(String key) {
        int index = keys.indexOf(key);
        return index < 0 ? null : values.get(index);
    }

    /** The value of this key as a number, or {@code otherwise} when there is none. */
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

    /** The pairs as text: each behind this, and ended with that. */
    final String pairs(String before, String after) {
        StringBuilder text = new StringBuilder(64).append("cmd=").append(command).append(after);
        for (int i = 0; i < keys.size(); i++) {
            text.append(before).append(keys.get(i)).append('=').append(values.get(i)).append(after);
        }
        return text.toString();
    }

    /** The bytes as they go over the wire. */
    public abstract byte[] encode();
}
