package musubi.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.hosts.RankRange;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

class JvmFailuresTest {
    private static final String TRACE =
            "Exception in thread \"main\" java.lang.IllegalStateException: x\n"
                    + "\tat A.main(A.java:2)\n"
                    + "Caused by: java.io.IOException\n"
                    + "\t... 1 more\n";

    private static final String KILLED =
            """
            #
            # A fatal error has been detected by the Java Runtime Environment:
            #
            #  SIGSEGV (0xb) at pc=0x1 (sent by kill), pid=2, tid=2
            #
            # An error report file with more information is saved as:
            # /tmp/hs_err_pid2.log
            #
            # If you would like to submit a bug report, please visit:
            #   https://example.org/
            #
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final OutputSink target = new OutputSink(out, _ -> {});
    private final JvmFailures traces = new JvmFailures(target);

    private LineSink rank(int rank) {
        return traces.sink(RankRange.of(rank), true);
    }

    private static void write(LineSink sink, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        sink.write(sink, null, bytes, 0, bytes.length);
    }

    private String written() {
        synchronized (target) {
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldPrintATraceOnceWhenSeveralRanksHaveIt() {
        for (int rank : new int[] {5, 1, 2, 3}) {
            LineSink sink = rank(rank);
            TRACE.lines().forEach(line -> write(sink, line + "\n"));
            sink.ended(sink);
        }
        traces.flush();
        assertEquals(TRACE.replaceAll("(?m)^(?=.)", "[1-3,5] "), written());
    }

    @Test
    void shouldPassATraceUnchangedWhenOneRankHasIt() {
        write(rank(0), "before\n" + TRACE);
        traces.flush();
        String other = TRACE.replace(": x", ": y");
        write(rank(1), other);
        traces.flush();
        assertEquals("before\n" + TRACE + other, written());
    }

    @Test
    void shouldKeepTheOrderWhenTheRankPrintsMore() {
        LineSink sink = rank(0);
        write(sink, TRACE + "after\n");
        assertEquals(TRACE + "after\n", written());
        write(sink, TRACE + TRACE);
        sink.ended(sink);
        traces.flush();
        assertEquals(TRACE + "after\n" + TRACE + TRACE, written());
    }

    @Test
    void shouldPrintByItselfWhenNothingFollows() {
        write(rank(3), TRACE);
        while (written().isEmpty()) {
            Thread.onSpinWait();
        }
        assertEquals(TRACE, written());
    }

    @Test
    void shouldNeverPassAPromptBeforeATrace() {
        LineSink sink = rank(0);
        byte[] prompt = "? ".getBytes(StandardCharsets.UTF_8);
        write(sink, TRACE);
        sink.offer(sink, null, prompt, 0, prompt.length);
        assertTrue(TRACE.startsWith(written()) || written().equals(TRACE + "? "), this::written);
        traces.flush();
        sink.offer(sink, null, prompt, 0, prompt.length);
        assertEquals(TRACE + "? ", written().substring(0, TRACE.length() + 2));
    }

    @Test
    void shouldNotBlameTheJvmWhenAnotherProcessSentTheSignal() {
        LineSink sink = rank(1);
        write(sink, KILLED);
        sink.ended(sink);
        assertEquals(
                "SIGSEGV of another process ended this JVM; its state is in /tmp/hs_err_pid2.log\n",
                written());
    }

    @Test
    void shouldDropErrorsWhenAJvmIsTerminatedWhileItStarts() {
        String error = "Error occurred during initialization of VM\n";
        LineSink sink = rank(1);
        write(
                sink,
                "Runtime.exit(143) logging failed: x\n"
                        + error
                        + "java.lang.InternalError: Bad level: 3\n\tat a.B(C.java)\n\n");
        sink.ended(sink);
        assertEquals("", written());
        write(sink, error + "Too small initial heap\nRow 1\nEnd\n");
        assertEquals(error + "Too small initial heap\nRow 1\nEnd\n", written());
    }

    @Test
    void shouldPassAReportUnchangedWhenTheJvmCrashed() {
        String crashed = KILLED.replace(" (sent by kill)", "");
        LineSink sink = rank(1);
        write(sink, crashed + "next\n#\n# comment\n");
        sink.ended(sink);
        assertEquals(crashed + "next\n#\n# comment\n", written());
    }

    @Test
    void shouldShowAPromptWhenALineBeforeCouldHaveBegunAReport() {
        LineSink sink = traces.sink(RankRange.of(0), false);
        byte[] prompt = "name? ".getBytes(StandardCharsets.UTF_8);
        write(sink, "#\n");
        assertTrue(sink.offer(sink, null, prompt, 0, prompt.length));
        assertEquals("#\nname? ", written());
    }

    @Test
    void shouldKeepTheOrderWhenRanksPrintTracesInDifferentOrders() {
        String other = TRACE.replace(": x", ": y");
        LineSink zero = rank(0);
        LineSink one = rank(1);
        write(zero, TRACE + other);
        zero.ended(zero);
        write(one, other + TRACE + "after\n");
        assertEquals(
                TRACE + other.replaceAll("(?m)^(?=.)", "[0-1] ") + TRACE + "after\n", written());
    }

    @Test
    void shouldPassTracesOnStandardOutputUnchanged() {
        for (int rank = 0; rank < 2; rank++) {
            LineSink sink = traces.sink(RankRange.of(rank), false);
            write(sink, TRACE + "Runtime.exit(143) logging failed: x\n");
        }
        assertEquals((TRACE + "Runtime.exit(143) logging failed: x\n").repeat(2), written());
    }

    @Test
    void shouldNotWaitForEverWhenAnotherRankGoesOnFailing() {
        write(rank(0), TRACE + "Exception in thread \"next\" x\n");
        LineSink busy = rank(1);
        for (int i = 0; !written().contains(TRACE); i++) {
            write(busy, "Exception in thread \"pool-" + i + "\" x\n");
            LockSupport.parkNanos(1_000_000);
        }
    }
}
