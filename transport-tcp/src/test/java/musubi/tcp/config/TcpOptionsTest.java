package musubi.tcp.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Map;

final class TcpOptionsTest {
    private static int streams(String value) {
        return TcpOptions.of(Map.of("tcp.streams", value)::get, 1000, 1).streams();
    }

    @Test
    void shouldHaveOneStreamWhenNothingIsSet() {
        assertEquals(1, TcpOptions.of(_ -> null, 1000, 1).streams());
    }

    @ParameterizedTest
    @ValueSource(strings = {"auto", "Auto", "AUTO", " auto "})
    void shouldFollowThePathWhenStreamsAreAuto(String value) {
        assertEquals(TcpOptions.AUTO_STREAMS, streams(value));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "3, 3", "16, 16", "17, 16", "9000000000, 16"})
    void shouldTakeANumberOfStreamsWithinTheLimits(String value, int expected) {
        assertEquals(expected, streams(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "automatic", "auto8", "2.5", "4k", ""})
    void shouldSayWhatIsAllowedWhenStreamsAreNeitherANumberNorAuto(String value) {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> streams(value));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        String text = failure.getMessage();
        assertTrue(text.contains("musubi.tcp.streams=" + value), text);
        assertTrue(text.contains("MUSUBI_TCP_STREAMS"), text);
        assertTrue(text.contains("a whole number, 1 to 16, or auto"), text);
    }
}
