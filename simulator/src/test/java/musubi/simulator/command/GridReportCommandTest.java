package musubi.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

class GridReportCommandTest {
    private static int run(StringWriter err, String... words) {
        return Musubi.run(new PrintWriter(new StringWriter()), new PrintWriter(err), words);
    }

    @Test
    void shouldWriteThePageOfTheFourClusters(@TempDir Path folder) throws Exception {
        Path out = folder.resolve("new").resolve("grid.md");
        StringWriter err = new StringWriter();
        assertEquals(
                0,
                run(err, "grid-report", "--clusters-only", "--out", out.toString()),
                err::toString);
        String page = Files.readString(out);
        assertTrue(page.contains("\n### Crossovers\n"), page);
        assertTrue(page.contains("\n| 100 | 3164 | 3,165 |"), page);
    }

    @Test
    void shouldNameAWrongOption() {
        StringWriter err = new StringWriter();
        assertEquals(2, run(err, "grid-report", "--sites", "5"));
        assertTrue(err.toString().contains("--sites"), err::toString);
    }
}
