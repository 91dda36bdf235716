package musubi.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class CollectivesReportCommandTest {
    private static String errorOf(int code, String... words) {
        StringWriter err = new StringWriter();
        PrintWriter out = new PrintWriter(new StringWriter());
        assertEquals(code, Musubi.run(out, new PrintWriter(err), words));
        return err.toString();
    }

    @Test
    void shouldListTheRankCountsWhenAnotherIsRequested() {
        String error = errorOf(2, "collectives-report", "--ranks", "385");
        assertTrue(error.contains("take 384, 3072 or 27648"), error);
    }

    @Test
    void shouldNameTheTableWhenItIsNotThere() {
        String error = errorOf(2, "collectives-report", "--real", "absent.md");
        assertTrue(error.contains("absent.md"), error);
        assertTrue(error.contains("benchmarks/compare"), error);
    }
}
