package musubi.tcp.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is said where io_uring does not work. */
final class UringObstacleTest {
    private static final String SETUP = "failed to create io_uring ring fd: ";

    @ParameterizedTest
    @CsvSource({
        "Operation not permitted, 2, kernel.io_uring_disabled=2",
        "Operation not permitted, 1, kernel.io_uring_disabled=1",
        "Operation not permitted, 0, seccomp",
        "Function not implemented, 0, built without it",
        "Cannot allocate memory, 0, Cannot allocate memory"
    })
    void shouldNameWhatForbidsIt(String message, String disabled, String expected) {
        String said = UringObstacle.explain(new RuntimeException(SETUP + message), disabled);
        assertTrue(said.contains(expected), said);
    }

    @Test
    void shouldSayThatTheLibraryIsMissing() {
        String said = UringObstacle.explain(new UnsatisfiedLinkError("no netty in path"), "0");
        assertEquals("Netty's library for io_uring cannot be loaded: no netty in path", said);
    }
}
