package musubi.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code config/security-tests.txt} names a test for each sentence of {@code SECURITY.md}. */
class SecurityPageTest {
    private static final Path REPOSITORY = Path.of(System.getProperty("basedir", "")).resolve("..");
    private static final Path PAGE = REPOSITORY.resolve("SECURITY.md");
    private static final Path LIST = REPOSITORY.resolve("config/security-tests.txt");
    private static final String FIRST = "## Threat model";
    private static final String LAST = "## Not protected";
    private static final String ARROW = " -> ";
    private static final String NONE = "none: ";
    private static final String END_OF_SENTENCE = "(?<=\\.) (?=[A-Z`m])";

    @Test
    void shouldHaveATestForEachSentence() throws IOException {
        Map<String, String> tests = tests();
        Map<String, Integer> uses = new HashMap<>();
        List<String> faults = new ArrayList<>();
        for (String sentence : sentences()) {
            List<String> matching = tests.keySet().stream().filter(sentence::startsWith).toList();
            if (matching.size() == 1) {
                uses.merge(matching.getFirst(), 1, Integer::sum);
            } else {
                faults.add("lines=" + matching + " instead of one for: " + sentence);
            }
        }
        tests.keySet().stream()
                .filter(line -> uses.getOrDefault(line, 0) != 1)
                .forEach(line -> faults.add("sentences=" + uses.get(line) + " of line: " + line));
        assertEquals(List.of(), faults, () -> "mend " + LIST);
    }

    @Test
    void shouldNameTestsThatExist() throws IOException {
        Map<String, String> sources = testSources();
        List<String> missing = new ArrayList<>();
        for (String names : tests().values()) {
            if (names.startsWith(NONE)) {
                continue;
            }
            for (String name : names.split(", ")) {
                String[] parts = name.split("\\.");
                assertEquals(2, parts.length, name);
                String source = sources.getOrDefault(parts[0], "");
                if (!source.contains("void " + parts[1] + "(")) {
                    missing.add(name);
                }
            }
        }
        assertEquals(List.of(), missing, () -> "tests that do not exist, in " + LIST);
    }

    private static Map<String, String> tests() throws IOException {
        Map<String, String> tests = new LinkedHashMap<>();
        for (String line : Files.readAllLines(LIST)) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            int arrow = line.indexOf(ARROW);
            assertTrue(arrow > 0, line);
            String before =
                    tests.put(line.substring(0, arrow), line.substring(arrow + ARROW.length()));
            assertEquals(null, before, line);
        }
        return tests;
    }

    /** The rows of tables, without the head, and the sentences of all other text. */
    private static List<String> sentences() throws IOException {
        String page = Files.readString(PAGE);
        String claims = page.substring(page.indexOf(FIRST), page.indexOf(LAST));
        List<String> sentences = new ArrayList<>();
        for (String block : claims.split("\n(?=- |#)|\n\n")) {
            if (block.startsWith("|")) {
                block.lines().skip(2).map(row -> row.substring(2)).forEach(sentences::add);
            } else if (!block.startsWith("#") && !block.isBlank()) {
                String text = block.strip().replaceAll("\\s*\n\\s*", " ").replaceFirst("^- ", "");
                sentences.addAll(List.of(text.split(END_OF_SENTENCE)));
            }
        }
        assertTrue(sentences.size() > 10, sentences::toString);
        return sentences;
    }

    /** The sources of all test classes, by the name of the class. */
    private static Map<String, String> testSources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> modules = Files.list(REPOSITORY)) {
            for (Path module : (Iterable<Path>) modules::iterator) {
                Path tests = module.resolve("src/test/java");
                if (Files.isDirectory(tests)) {
                    addSources(tests, sources);
                }
            }
        }
        return sources;
    }

    private static void addSources(Path tests, Map<String, String> sources) throws IOException {
        try (Stream<Path> files = Files.walk(tests)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith("Test.java") || name.endsWith("IT.java")) {
                    sources.put(name.replace(".java", ""), Files.readString(file));
                }
            }
        }
    }
}
