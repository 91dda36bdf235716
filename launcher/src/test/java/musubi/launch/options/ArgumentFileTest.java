package musubi.launch.options;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class ArgumentFileTest {
    @Test
    void shouldSplitArgumentsWhenSeparatedByBlanks() {
        assertEquals(List.of("-n", "2", "Main"), ArgumentFile.split(" -n\t2\n Main "));
        assertEquals(List.of(), ArgumentFile.split(" \n"));
    }

    @Test
    void shouldKeepBlanksWhenQuoted() {
        assertEquals(List.of("-Dk=a b", "it's", ""), ArgumentFile.split("-Dk=\"a b\" \"it's\" ''"));
        assertEquals(List.of("a\tb\\\"c"), ArgumentFile.split("\"a\\tb\\\\\\\"c\""));
        assertEquals(List.of("C:\\dir"), ArgumentFile.split("C:\\dir"));
        assertEquals(List.of("open end"), ArgumentFile.split("'open end"));
    }

    @Test
    void shouldSkipTextWhenItIsAComment() {
        assertEquals(List.of("a", "b#c"), ArgumentFile.split("a # no word\nb#c #"));
    }
}
