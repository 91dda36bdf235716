package musubi.simulator.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;

class MusubiTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... words) {
        return Musubi.run(new PrintWriter(out), new PrintWriter(err), words);
    }

    @Test
    void shouldListItsCommandsWhenHelpIsRequested() {
        assertEquals(0, run("--help"));
        assertTrue(out.toString().contains("simulate"), out::toString);
    }

    @Test
    void shouldFailWhenNoCommandIsNamed() {
        assertEquals(2, run());
        assertTrue(err.toString().contains("say which command"), err::toString);
    }

    @Test
    void shouldNameTheWordWhenACommandIsUnknown() {
        assertEquals(2, run("simulat"));
        assertTrue(err.toString().contains("simulat"), err::toString);
    }
}
