package musubi.collectives.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TorusTest {
    @ParameterizedTest
    @ValueSource(strings = {"1", "7", "16x12x16", "4mx4", "4x4m", "2x3x2x3x2", "999999999"})
    void shouldParseItsOwnTextWhenValid(String text) {
        assertEquals(text, Torus.parse(text).toString());
        assertEquals(Torus.parse(text), Torus.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "4x", "x4", "4X4", "4,4", "-4", "4x-1", "m", "4mm", " 4", "a"})
    void shouldFailWhenTheTextIsMalformed(String text) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> Torus.parse(text));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        assertTrue(failure.getMessage().contains("16x12x16"), failure.getMessage());
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "4x0x4", "999999999x999999999", "65536x65536x65536x65536x0"})
    void shouldFailWhenThereAreNoRanksOrTooMany(String text) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> Torus.parse(text));
        assertEquals(ErrorClass.DIMS, failure.errorClass());
    }

    @Test
    void shouldCountUpInTheLastDimensionFirst() {
        Torus torus = Torus.of(2, 3, 4);
        assertArrayEquals(new int[] {1, 1, 2}, torus.coordinates(18));
        assertEquals(18, torus.rankAt(1, 1, 2));
        assertEquals(18, torus.rankAt(3, -2, -2));
        for (int rank = 0; rank < torus.size(); rank++) {
            assertEquals(rank, torus.rankAt(torus.coordinates(rank)));
            assertEquals(torus.coordinates(rank)[1], torus.coordinate(rank, 1));
        }
    }

    @Test
    void shouldReportMissingLinksWhenThereAreEdgesOrPairs() {
        assertTrue(Torus.parse("3x1x3").hasTwoLinksEach());
        assertFalse(Torus.parse("3x2x3").hasTwoLinksEach());
        assertFalse(Torus.parse("3x3mx3").hasTwoLinksEach());
        assertArrayEquals(new int[] {0, 2}, Torus.parse("3x1x2").axes());
    }
}
