package musubi.conformance.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The Javadoc of every public method of package mpi names its section of the standard. */
class SectionsTest {
    private static final Path SOURCES =
            Path.of(System.getProperty("basedir", "")).resolve("../mpi-core/src/main/java/mpi");
    private static final Pattern DECLARATION =
            Pattern.compile(" {4}(?: {4})?public (?!.*(?:class|interface|enum|record) ).*");
    private static final Pattern SECTION =
            Pattern.compile("MPI-4\\.1\\s+(?:section|sections|chapter|chapters)?\\s*\\d");

    @Test
    void shouldNameItsSectionInEveryPublicMember() throws IOException {
        List<String> without = new ArrayList<>();
        int members = 0;
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                members += read(file, without);
            }
        }
        assertEquals("", String.join("\n", without));
        assertTrue(members > 700, "too few members found: " + members);
    }

    private static int read(Path file, List<String> without) throws IOException {
        StringBuilder comment = new StringBuilder();
        boolean inComment = false;
        boolean overrides = false;
        int members = 0;
        for (String line : Files.readAllLines(file)) {
            String text = line.strip();
            if (text.startsWith("/**")) {
                comment.setLength(0);
                inComment = true;
            }
            if (inComment) {
                comment.append(text.replaceFirst("^\\*", "")).append(' ');
                inComment = !text.endsWith("*/");
            } else if (text.startsWith("@")) {
                overrides |= text.startsWith("@Override");
            } else if (DECLARATION.matcher(line).matches() && line.indexOf('(') > 0) {
                members++;
                if (!overrides && !SECTION.matcher(comment).find()) {
                    without.add(file.getFileName() + ": " + text);
                }
                overrides = false;
                comment.setLength(0);
            } else if (!text.isEmpty()) {
                overrides = false;
                comment.setLength(0);
            }
        }
        return members;
    }
}
