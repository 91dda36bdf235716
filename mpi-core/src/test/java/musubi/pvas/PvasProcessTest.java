package musubi.pvas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.job.IsolatedJob;
import musubi.region.AddressSpace;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The private state of a rank of a PVAS node. */
class PvasProcessTest {
    private static final String PROGRAM = PrivateProgram.class.getName();

    private final List<String> warnings = new ArrayList<>();
    private final ClassStore classes =
            new ClassStore(
                    getClass().getClassLoader(),
                    name -> name.startsWith(PROGRAM),
                    new URL[0],
                    warnings::add);

    /** A running rank. */
    private static final class Running {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final ByteArrayOutputStream err = new ByteArrayOutputStream();
        final CompletableFuture<Integer> code = new CompletableFuture<>();

        Running start(ClassStore classes, String... arguments) {
            StandardStreams streams =
                    new StandardStreams(
                            new ByteArrayInputStream("input".getBytes(StandardCharsets.UTF_8)),
                            new PrintStream(out, true),
                            new PrintStream(err, true),
                            FileDescriptor.in,
                            FileDescriptor.out,
                            FileDescriptor.err,
                            () -> {});
            PvasProcess.Environment surroundings =
                    new PvasProcess.Environment(
                            PvasProcess.copyOfProperties(),
                            Map.of("NAME", "value"),
                            streams,
                            () -> null,
                            new AddressSpace());
            PvasProcess process = new PvasProcess(7, classes, surroundings, code::complete);
            process.newThread("main-7", () -> process.runMain(PROGRAM, arguments)).start();
            return this;
        }

        Running ends(int expected) throws Exception {
            assertEquals(expected, code.get(300, TimeUnit.SECONDS), () -> out + "\n" + err);
            return this;
        }
    }

    private Running run(int expectedCode, String... arguments) throws Exception {
        Running rank = new Running().start(classes, arguments).ends(expectedCode);
        assertEquals(List.of(), warnings);
        return rank;
    }

    @Test
    void shouldSeparateStaticsWhenRanksShareAJvm() throws Exception {
        assertEquals("1", run(0, "statics").out.toString());
        assertEquals("1", run(0, "statics").out.toString());
    }

    @Test
    void shouldEndWithTheCodeOfExitWhenTheProgramCatchesEverything() throws Exception {
        assertEquals("", run(3, "exit", "3").out.toString());
        assertEquals("", run(4, "exit-by-reference").out.toString());
    }

    @Test
    void shouldEndTheRankWhenAThreadOfAnExecutorExits() throws Exception {
        assertEquals("hook", run(5, "exit-in-executor").out.toString());
    }

    @Test
    void shouldRunShutdownHooksWhenTheRankExits() throws Exception {
        assertEquals("", run(6, "halt").out.toString());
        assertEquals("true hook", run(0, "hooks").out.toString());
    }

    @Test
    void shouldSeparatePropertiesWhenRanksShareAJvm() throws Exception {
        Running one = new Running().start(classes, "properties", "1");
        Running two = new Running().start(classes, "properties", "2");
        assertEquals("1111false-", one.ends(0).out.toString());
        assertEquals("2222false-", two.ends(0).out.toString());
        assertNull(System.getProperty("pvas.test"));
    }

    @Test
    void shouldSeparateEnvironmentsWhenRanksShareAJvm() throws Exception {
        assertEquals("value1", run(0, "environment").out.toString());
    }

    @Test
    void shouldSeparateStreamsWhenRanksShareAJvm() throws Exception {
        Running rank = run(0, "streams");
        assertEquals("i", rank.out.toString());
        assertEquals("to err and this and that" + System.lineSeparator(), rank.err.toString());
    }

    @Test
    void shouldKeepTheRankWhenAnyKindOfThreadRuns() throws Exception {
        assertEquals("vec", run(0, "executor").out.toString());
    }

    @Test
    void shouldPrintStackTracesToTheRanksStreamWhenAnExceptionIsThrown() throws Exception {
        String trace = run(0, "trace").err.toString();
        assertTrue(
                trace.matches(
                        "(?s)java.lang.IllegalStateException: traced\\R"
                                + "\tat musubi.pvas.PrivateProgram.printTrace"
                                + "\\(PrivateProgram.java:\\d+\\).*"),
                trace);
    }

    @Test
    void shouldEndAsAJvmWhenMainThrows() throws Exception {
        String[] lines = run(1, "uncaught").err.toString().split("\\R");
        assertEquals(
                "Exception in thread \"main\" java.lang.IllegalStateException: not caught",
                lines[0]);
        assertTrue(lines[1].startsWith("\tat " + PROGRAM + ".main(PrivateProgram.java:"));
        assertEquals(2, lines.length, String.join("\n", lines));
    }

    @Test
    void shouldContinueWhenAnotherThreadThrows() throws Exception {
        String text = run(0, "uncaught-elsewhere").err.toString();
        assertTrue(text.startsWith("Exception in thread \"worker\" java.lang.Ill"), text);
        assertEquals("in a thread", run(0, "default-handler").out.toString());
    }

    @Test
    void shouldWaitForThreadsWhenTheyAreNotDaemons() throws Exception {
        assertEquals("late", run(0, "late-thread").out.toString());
    }

    @Test
    void shouldFindClassesAndResourcesWhenTheRanksLoaderIsUsed() throws Exception {
        assertEquals("true true true true musubi.pvas", run(0, "classes").out.toString());
    }

    @Test
    void shouldReportWhenThereIsNothingToStart() throws Exception {
        CompletableFuture<Integer> code = new CompletableFuture<>();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        StandardStreams jvm = IsolatedJob.streamsOfJvm();
        StandardStreams streams =
                new StandardStreams(
                        jvm.in(),
                        jvm.out(),
                        new PrintStream(err, true),
                        jvm.inDescriptor(),
                        jvm.outDescriptor(),
                        jvm.errDescriptor(),
                        () -> {});
        PvasProcess process =
                new PvasProcess(
                        0,
                        classes,
                        new PvasProcess.Environment(
                                PvasProcess.copyOfProperties(),
                                Map.of(),
                                streams,
                                () -> null,
                                new AddressSpace()),
                        code::complete);
        process.newThread("main-0", () -> process.runMain("no.such.Program", new String[0]))
                .start();
        assertEquals(1, code.get(300, TimeUnit.SECONDS));
        assertTrue(err.toString().contains("load main class no.such.Program"), err.toString());
    }
}
