package musubi.launch.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ExitCodeTest {
    @Test
    void shouldNameTheSignalWhenAProcessWasEndedByOne() {
        assertEquals("was ended by signal 9 (SIGKILL)", ExitCode.describe(137, 1));
        assertEquals("was ended by signal 11 (SIGSEGV)", ExitCode.describe(139, 1));
        assertEquals("ended with exit code 3", ExitCode.describe(3, 1));
        assertEquals("ended with exit code 255", ExitCode.describe(255, 1));
        assertEquals("were ended by signal 9 (SIGKILL)", ExitCode.describe(137, 4));
    }

    @Test
    void shouldFollowTheShellWhenMpiexecIsEndedByASignal() {
        assertEquals(130, ExitCode.ofSignal("INT"));
        assertEquals(143, ExitCode.ofSignal("TERM"));
        assertEquals(129, ExitCode.ofSignal("HUP"));
    }
}
