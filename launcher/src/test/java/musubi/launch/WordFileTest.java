package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class WordFileTest {
    @Test
    void shouldSplitAtBlanks() {
        assertEquals(List.of("-n", "2", "Main"), WordFile.split(" -n\t2\n Main "));
        assertEquals(List.of(), WordFile.split(" \n"));
    }

    @Test
    void shouldKeepWhatIsQuoted() {
        assertEquals(List.of("-Dk=a b", "it's", ""), WordFile.split("-Dk=\"a b\" \"it's\" ''"));
        assertEquals(List.of("a\tb\\\"c"), WordFile.split("\"a\\tb\\\\\\\"c\""));
        assertEquals(List.of("C:\\dir"), WordFile.split("C:\\dir"));
        assertEquals(List.of("open end"), WordFile.split("'open end"));
    }

    @Test
    void shouldSkipComments() {
        assertEquals(List.of("a", "b#c"), WordFile.split("a # no word\nb#c #"));
    }
}
