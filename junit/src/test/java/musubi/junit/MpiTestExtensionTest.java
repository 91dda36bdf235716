package musubi.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.opentest4j.MultipleFailuresError;
import org.opentest4j.TestAbortedException;

import java.util.List;

class MpiTestExtensionTest {
    private static EngineExecutionResults run(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod("sample.RankedSample#" + method))
                .execute();
    }

    private static Throwable failureOf(EngineExecutionResults results) {
        return results.allEvents().finished().stream()
                .map(event -> event.getRequiredPayload(TestExecutionResult.class))
                .flatMap(result -> result.getThrowable().stream())
                .findFirst()
                .orElseThrow();
    }

    private static String messageOf(String method) {
        return failureOf(run(method)).getMessage();
    }

    private static void assertHas(String text, String part) {
        assertTrue(text.contains(part), text);
    }

    @Test
    void shouldRunOnceForEachNumberOfRanksWithTheLifeCycleOnEachRank() {
        EngineExecutionResults results = run("ring(mpi.Intracomm, int)");

        assertEquals(
                List.of("1 rank", "3 ranks"),
                results.testEvents().succeeded().stream()
                        .map(Event::getTestDescriptor)
                        .map(descriptor -> descriptor.getDisplayName())
                        .toList(),
                () -> results.allEvents().failed().list().toString());
    }

    @Test
    void shouldReportTheRankThatFailsWithItsOutputWhenOthersWait() {
        Throwable failure = failureOf(run("lastRankFails(mpi.Intracomm, int)"));

        assertEquals(
                """
                1 of 4 ranks failed
                  rank 3: org.opentest4j.AssertionFailedError: expected: <5> but was: <3>
                  ranks 0-2: ended because of that
                  output of rank 3:
                    | hello from 3\
                """,
                failure.getMessage());
        Throwable ofRank =
                assertInstanceOf(MultipleFailuresError.class, failure).getFailures().get(0);
        assertEquals("lastRankFails", frameOfTest(ofRank).getMethodName());
    }

    private static StackTraceElement frameOfTest(Throwable failure) {
        return List.of(failure.getStackTrace()).stream()
                .filter(frame -> frame.getClassName().equals("sample.RankedSample"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldReportOnceWhenRanksFailAlike() {
        assertEquals(
                """
                3 of 3 ranks failed
                  ranks 0-2: java.lang.IllegalStateException: alike\
                """,
                messageOf("allRanksFailAlike"));
    }

    @Test
    void shouldReportTheDeadlockOnceWhenRanksWaitForEachOther() {
        String message =
                messageOf("ranksAreDeadlocked(mpi.Intracomm, int)").split("\n  output of ")[0];

        assertHas(message, "deadlock");
        assertEquals(2, message.split("RankedSample.java").length - 1, message);
    }

    @Test
    void shouldShowTheStacksOfTheRanksThatHangWhenTimeIsOver() {
        String message = messageOf("ranksHang(int)");

        assertHas(message, "ranks still ran after 1 s");
        assertHas(message, "rank 1: thread main WAITING");
        assertHas(message, "sample.RankedSample.ranksHang");
        assertFalse(message.contains("at org.junit."), message);
    }

    @Test
    void shouldSkipWhenARankDoesNotMeetAnAssumption() {
        TestExecutionResult result =
                run("rankSkips(int)").testEvents().aborted().stream()
                        .findFirst()
                        .orElseThrow()
                        .getRequiredPayload(TestExecutionResult.class);

        Throwable reason = result.getThrowable().orElseThrow();
        assertInstanceOf(TestAbortedException.class, reason);
        assertHas(reason.getMessage(), "skipped on rank 1: Assumption failed: no such device");
    }

    @Test
    void shouldFailAndKeepTheJvmWhenARankExits() {
        assertHas(
                messageOf("rankExits(int)"),
                "rank 1: java.lang.AssertionError: the program has exited with code 3");
    }

    @Test
    void shouldFailAndKeepTheJvmWhenARankAborts() {
        assertHas(messageOf("rankAborts(int)"), "rank 1: mpi.MPIException: MPI.ERR_PROC_ABORTED");
    }

    @Test
    void shouldRefuseANumberOfRanksBelowOne() {
        assertHas(messageOf("numberIsWrong"), "ranks=[2, 0]");
    }
}
