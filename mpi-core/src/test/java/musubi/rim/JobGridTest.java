package musubi.rim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** The grid of the setting. */
class JobGridTest {
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "auto"})
    void shouldBeOneSiteWhenNothingIsSet(String text) {
        JobGrid grid = new JobGrid(text);
        assertFalse(grid.isMeasured());
        assertEquals(1, grid.agreed().sites());
    }

    @Test
    void shouldBeTheGraphWhenItIsSet() {
        JobGrid grid = new JobGrid("A:0,B:1;A-B:1ms:1gbit");
        assertFalse(grid.isMeasured());
        assertEquals(
                List.of(
                        "site A: nodes 0; 0.030 ms, 10000 Mbit/s within",
                        "site B: nodes 1; 0.030 ms, 10000 Mbit/s within",
                        "link A-B: 1.000 ms, 1000 Mbit/s"),
                GridReport.lines(grid.agreed()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"find", "A:0-1,B:2"})
    void shouldBeMeasuredWhenLinksAreNotSet(String text) {
        JobGrid grid = new JobGrid(text);
        assertTrue(grid.isMeasured());
        assertEquals(1, grid.agreed().sites());
    }

    @ParameterizedTest
    @ValueSource(strings = {"A", "A:0-1,B:1", "A:0,B:1;A-B", "found"})
    void shouldFailWhenTheTextIsMalformed(String text) {
        assertThrows(MpiFailure.class, () -> new JobGrid(text));
    }
}
