package musubi.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;

/** Warnings of names that are settings of no module, with the most similar known name. */
final class UnknownSettings {
    private UnknownSettings() {}

    /** A warning for each of these properties and variables that is a setting of no module. */
    static List<String> describe(Collection<String> names) {
        Set<String> known =
                Settings.names(
                        ServiceLoader.load(SettingSource.class, Settings.class.getClassLoader()));
        List<String> lines = new ArrayList<>();
        for (String name : names) {
            if (!known.contains(name)) {
                String meant = nearest(name, known);
                String advice = meant == null ? "" : "; did you mean " + meant + "?";
                lines.add("no such setting: " + name + advice + " All settings: docs/settings.md");
            }
        }
        return lines;
    }

    /** The most similar known name; null if none is similar. */
    private static String nearest(String name, Iterable<String> known) {
        String nearest = null;
        int least = name.length() / 3;
        for (String candidate : known) {
            int edits = EditDistance.of(name, candidate);
            if (edits < least || edits == least && isBefore(candidate, nearest)) {
                nearest = candidate;
                least = edits;
            }
        }
        return nearest;
    }

    private static boolean isBefore(String candidate, String nearest) {
        return nearest == null || candidate.compareTo(nearest) < 0;
    }
}
