package musubi.conformance.api;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The calls of both listings, where names of the two dialects for one call are one. */
public final class ListedCalls {
    private ListedCalls() {}

    /** The common key of the names of a call in both dialects. */
    public static String key(String call) {
        return call.replaceFirst("\\(.*", "")
                .replaceFirst("^Intracomm\\.", "Comm.")
                .replace("_", "")
                .toLowerCase(Locale.ROOT);
    }

    /** The names for each key, in the order of the keys, as on the page. */
    public static Map<String, String> names() throws IOException {
        Map<String, String> names = new TreeMap<>();
        List<Signature> signatures = ApiTable.read().signatures();
        for (Signature signature : signatures) {
            if (signature.kind() != Signature.Kind.TYPE) {
                String name = "`" + signature.path() + "`";
                names.merge(
                        key(signature.path()),
                        name,
                        (old, next) ->
                                List.of(old.split(", ")).contains(next) ? old : old + ", " + next);
            }
        }
        return names;
    }
}
