package musubi.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class CollectivesReportTest {
    @Test
    void shouldNameTheNumbersOfRanksWhenAnotherIsAskedFor() {
        StringWriter err = new StringWriter();
        PrintWriter out = new PrintWriter(new StringWriter());
        int code = Musubi.run(out, new PrintWriter(err), "collectives-report", "--ranks", "385");
        assertEquals(2, code);
        assertTrue(err.toString().contains("take 384, 3072 or 27648"), err::toString);
    }
}
