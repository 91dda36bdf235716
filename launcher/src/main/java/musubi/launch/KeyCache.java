package musubi.launch;

import musubi.bootstrap.PmiLine;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values that a node proxy knows: those that {@link KeyBroadcast} has sent. It never has an old
 * value when a barrier has made a new one visible, for that came first over the same link.
 *
 * <p>Thread rule: any thread.
 */
final class KeyCache {
    /** A rank may be in the next epoch while another one still leaves the last. */
    private static final int EPOCHS = 2;

    private final Map<String, Map<String, String>> spaces = new LinkedHashMap<>();

    /** mpiexec sends values, or says that it keeps those of this epoch. */
    synchronized void take(PayloadReader in) throws IOException {
        String space = in.word();
        boolean forget = in.flag();
        Map<String, String> values = in.map();
        if (forget) {
            spaces.remove(space);
            return;
        }
        spaces.computeIfAbsent(space, _ -> new LinkedHashMap<>()).putAll(values);
        if (spaces.size() > EPOCHS) {
            spaces.remove(spaces.keySet().iterator().next());
        }
    }

    /** The answer to a rank's line; null when mpiexec has to give it. */
    synchronized PmiLine answer(String text) {
        PmiLine line = PmiLine.parse(text);
        if (line == null) {
            return null;
        }
        Map<String, String> values = spaces.get(line.value("kvsname"));
        String key = line.value("key");
        if (values == null || key == null) {
            return null;
        }
        if (line.command().equals("put")) {
            // Whoever puts may see the new value earlier than others.
            values.remove(key);
            return null;
        }
        String value = line.command().equals("get") ? values.get(key) : null;
        return value == null ? null : PmiProtocol.found(value);
    }
}
