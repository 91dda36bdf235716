package musubi.simulator.scale;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class MemoryReportPageTest {
    private static final String NAME = "memory-report";

    private static Path generated() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve("docs/generated"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/generated");
    }

    @Test
    void shouldBeThePageOfTheTableBesideIt() throws IOException {
        List<NodeMeasurement> measured =
                Files.readAllLines(generated().resolve(NAME + ".csv")).stream()
                        .skip(1)
                        .map(NodeMeasurement::parse)
                        .toList();
        int growing = measured.size() - 2;
        MemoryReportPage page =
                new MemoryReportPage(
                        measured.subList(0, growing),
                        measured.get(growing),
                        measured.get(growing + 1),
                        NAME);
        List<String> expected = Files.readAllLines(generated().resolve(NAME + ".md"));
        assertEquals(String.join("\n", expected), String.join("\n", page.lines()));
    }
}
