package musubi.distribution;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The table of THIRD-PARTY.md.
 *
 * @param licences the SPDX name of the licence of each library, by the name of its jar
 */
record LibraryList(Map<String, String> licences) {
    private static final Pattern ROW =
            Pattern.compile("^\\| (\\S+) \\| \\S+:\\S+ \\| (\\S+) \\|$", Pattern.MULTILINE);

    private static final Set<String> PERMISSIVE =
            Set.of("Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause");

    /** Licences that a library may have if it stays a jar of its own, and the texts they need. */
    private static final Map<String, List<String>> OF_LIBRARIES =
            Map.of(
                    "LGPL-2.1-or-later", List.of("LGPL-2.1.txt"),
                    "LGPL-3.0-or-later", List.of("LGPL-3.txt", "GPL-3.txt"));

    static LibraryList read(Path file) throws IOException {
        Map<String, String> licences = new TreeMap<>();
        for (MatchResult row : ROW.matcher(Files.readString(file)).results().toList()) {
            licences.put(row.group(1), row.group(2));
        }
        return new LibraryList(licences);
    }

    Set<String> names() {
        return licences.keySet();
    }

    /** Libraries whose licence Musubi cannot be shipped with. */
    List<String> refused() {
        return licences.entrySet().stream()
                .filter(each -> !PERMISSIVE.contains(each.getValue()))
                .filter(each -> !OF_LIBRARIES.containsKey(each.getValue()))
                .map(each -> each.getKey() + ": " + each.getValue())
                .toList();
    }

    /** Texts of licences that a folder does not have. */
    List<String> missingTexts(Path folder) {
        return licences.values().stream()
                .flatMap(licence -> OF_LIBRARIES.getOrDefault(licence, List.of()).stream())
                .filter(text -> !Files.isRegularFile(folder.resolve(text)))
                .distinct()
                .toList();
    }
}
