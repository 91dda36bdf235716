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
                lines.add(
                        "no such setting: "
                                + name
                                + (meant == null ? "" : "; did you mean " + meant + "?")
                                + " All settings: docs/settings.md");
            }
        }
        return lines;
    }

    /** The most similar known name; null if none is similar. */
    private static String nearest(String name, Iterable<String> known) {
        String nearest = null;
        int least = name.length() / 3;
        for (String candidate : known) {
            int edits = edits(name, candidate);
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

    /** Levenshtein distance. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
