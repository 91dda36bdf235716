package mpi;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Disabled;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;

/** The suite over the memory transport of the tests, with checks: they find nothing. */
class CheckedMpiTest extends MpiSuite {
    private static final PrintStream ERR = System.err;

    /** Many tests leave communicators and groups to the end of their job, which is told. */
    @BeforeAll
    static void hideLeaks() {
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }

    @AfterAll
    static void showErrorsAgain() {
        System.setErr(ERR);
    }

    @Override
    public Map<String, String> settings() {
        return Map.of("transport", "self,memory", "check", "true");
    }

    @Override
    @Disabled("checks allocate")
    public void shouldMakeNoGarbageButTheStatusWhenARankTalksToItself() {}

    @Override
    public boolean isTransportAllocationFree() {
        return false;
    }
}
