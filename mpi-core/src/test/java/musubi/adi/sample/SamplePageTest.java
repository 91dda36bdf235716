package musubi.adi.sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Compares the transport of docs/add-a-transport.md with the one in this package. */
class SamplePageTest {
    private static final int MAX_LINES = 200;
    private static final Path PAGE = Path.of("../docs/add-a-transport.md");
    private static final Path SOURCES = Path.of("src/test/java/musubi/adi/sample");

    /** In the order of the page. */
    private static final List<String> FILES =
            List.of(
                    "QueueTransportProvider.java",
                    "MessageQueue.java",
                    "QueueEndpoint.java",
                    "QueueTransport.java");

    private static List<String> sources() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String file : FILES) {
            lines.addAll(Files.readAllLines(SOURCES.resolve(file)));
        }
        return lines;
    }

    /** The lines of all blocks of Java. */
    private static List<String> blocks() throws IOException {
        List<String> lines = new ArrayList<>();
        boolean inBlock = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("```")) {
                inBlock = line.equals("```java");
            } else if (inBlock) {
                lines.add(line);
            }
        }
        return lines;
    }

    /** Without the lines that the page omits: blank lines, package and imports. */
    private static List<String> code(List<String> lines) {
        List<String> code = new ArrayList<>(lines);
        code.removeIf(line -> line.isBlank() || line.matches("(package|import) .*"));
        return code;
    }

    @Test
    void shouldHaveTheSameCodeOnThePage() throws IOException {
        assertEquals(String.join("\n", code(sources())), String.join("\n", code(blocks())));
    }

    @Test
    void shouldStayShort() throws IOException {
        int lines = sources().size();
        assertTrue(lines <= MAX_LINES, "lines=" + lines);
        assertTrue(Files.readString(PAGE).contains(lines + " lines"), "lines=" + lines);
    }
}
