package musubi.bootstrap.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;

import java.util.List;

/** A JVM without a process manager lives on. */
class SingletonBootstrapTest {
    private final SingletonBootstrap bootstrap = new SingletonBootstrap();

    @Test
    void shouldThrowWhenItIsAborted() {
        MpiFailure failure = assertThrows(MpiFailure.class, () -> bootstrap.abort(9, "why"));

        assertEquals(ErrorClass.PROC_ABORTED, failure.errorClass());
        assertEquals("the program aborted MPI: why: code=9", failure.getMessage());
    }

    @Test
    void shouldThrowTheReportWhenItsOnlyRankIsDeadlocked() {
        StallLink link = bootstrap.stalls();
        Stall.Wait wait =
                new Stall.Wait(
                        "recv",
                        "Program.java:7",
                        "a message",
                        List.of(0),
                        true,
                        Stall.Release.CALL);
        link.stalled(new Stall(1, 0, 0, List.of(wait), List.of(), null));
        int probe = link.latestProbe();

        MpiFailure failure = assertThrows(MpiFailure.class, () -> link.confirm(1, probe));

        assertTrue(failure.getMessage().contains("Program.java:7"), failure.getMessage());
    }
}
