package musubi.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.List;

class ExitCodeTest {
    @Test
    void shouldNameTheSignalWhenAProcessWasEndedByOne() {
        assertEquals("was ended by signal 9 (SIGKILL)", ExitCode.describe(137));
        assertEquals("was ended by signal 11 (SIGSEGV)", ExitCode.describe(139));
        assertEquals("ended with exit code 3", ExitCode.describe(3));
        assertEquals("ended with exit code 255", ExitCode.describe(255));
    }

    @Test
    void shouldFollowTheShellWhenMpiexecIsEndedByASignal() {
        assertEquals(130, ExitCode.ofSignal("INT"));
        assertEquals(143, ExitCode.ofSignal("TERM"));
        assertEquals(129, ExitCode.ofSignal("HUP"));
    }

    @Test
    void shouldReadListsOfProcessors() {
        assertEquals(List.of(0, 1, 2, 3, 8, 10, 11), Binding.parseList("0-3,8,10-11"));
        assertEquals(List.of(5), Binding.parseList("5"));
    }
}
