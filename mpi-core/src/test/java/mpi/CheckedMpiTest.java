package mpi;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;

/** The suite over the memory transport of the tests, with checks, which find no errors. */
class CheckedMpiTest extends MpiSuite {
    private static final PrintStream ERR = System.err;

    /** Many tests leave communicators and groups to the end of their job, which is reported. */
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

    /** Some 40,000 were measured for five calls: each captures its place in the program. */
    @Override
    public double garbageToItself() {
        return 80_000;
    }

    @Override
    public boolean isTransportAllocationFree() {
        return false;
    }
}
