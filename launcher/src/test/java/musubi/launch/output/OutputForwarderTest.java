package musubi.launch.output;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.hosts.RankRange;
import musubi.launch.output.StreamOptions.Form;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

class OutputForwarderTest {
    private static final int POLLS = 60_000;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final OutputSink sink = new OutputSink(out, _ -> {});

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private String written() {
        synchronized (sink) {
            return out.toString(StandardCharsets.UTF_8);
        }
    }

    private static void finish(OutputForwarder forwarder) {
        assertTrue(forwarder.finish(POLLS, false) >= 0);
    }

    private static OutputForwarder forwarder(
            int rank, InputStream source, LineSink sink, boolean tagging) {
        StreamOptions options =
                new StreamOptions(
                        tagging ? Form.RANK : Form.PLAIN,
                        false,
                        null,
                        false,
                        null,
                        null,
                        true,
                        0,
                        false);
        RankRange ranks = RankRange.of(rank);
        StreamOwner.Node node = new StreamOwner.Node("here", 0, "1-2", 4, System.nanoTime());
        StreamOwner owner = new StreamOwner(ranks, 1, node);
        return new OutputForwarder(ranks, source, sink, new LineFormat(options, owner, false));
    }

    private void forward(int rank, String text, boolean tagging) {
        finish(forwarder(rank, text(text), sink, tagging));
    }

    @Test
    void shouldPassBytesUnchangedWhenLinesAreNotTagged() {
        byte[] bytes = new byte[3_000_000];
        new Random(42).nextBytes(bytes);
        finish(forwarder(1, new ByteArrayInputStream(bytes), sink, false));
        assertArrayEquals(bytes, out.toByteArray());
    }

    @Test
    void shouldNotSplitALineWhenItHasManyMegabytes() {
        String line = "x".repeat(5_000_000) + "\n";
        forward(1, line + "end\n", true);
        assertEquals("[1] " + line + "[1] end\n", written());
    }

    @Test
    void shouldPrefixEveryLineOnceWhenTagging() {
        forward(3, "a\n\nb\nlast", true);
        assertEquals("[3] a\n[3] \n[3] b\n[3] last", written());
    }

    @Test
    void shouldBeginANewLineWhenAnotherRankEndedInMidLine() {
        forward(1, "no newline", false);
        forward(2, "next\n", false);
        assertEquals("no newline\nnext\n", written());
    }

    @Test
    void shouldShowAPromptOfRankZeroWhenNothingFollows() throws Exception {
        PipedOutputStream program = new PipedOutputStream();
        OutputForwarder forwarder = forwarder(0, new PipedInputStream(program), sink, true);
        program.write("name? ".getBytes(StandardCharsets.UTF_8));
        program.flush();
        while (written().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        assertEquals("[0] name? ", written());
        program.write("thanks\nbye\n".getBytes(StandardCharsets.UTF_8));
        program.close();
        finish(forwarder);
        assertEquals("[0] name? thanks\n[0] bye\n", written());
    }

    @Test
    void shouldWriteALineWhenAnotherRanksLineStaysUnfinished() throws Exception {
        PipedOutputStream program = new PipedOutputStream();
        OutputForwarder prompting = forwarder(0, new PipedInputStream(program), sink, false);
        program.write("name? ".getBytes(StandardCharsets.UTF_8));
        program.flush();
        while (written().isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
        forward(1, "other\n", false);
        assertEquals("name? \nother\n", written());
        program.close();
        finish(prompting);
    }

    @Test
    void shouldNeverMixLinesWhenManyRanksWriteAtOnce() {
        int ranks = 16;
        int lines = 2_000;
        List<OutputForwarder> forwarders = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            StringBuilder text = new StringBuilder();
            for (int line = 0; line < lines; line++) {
                text.append("rank ").append(rank).append(" line ").append(line).append(" ");
                text.append("abc".repeat(line % 50)).append('\n');
            }
            forwarders.add(forwarder(rank, dribbling(text.toString(), rank), sink, true));
        }
        forwarders.forEach(OutputForwarderTest::finish);
        int[] next = new int[ranks];
        for (String line : written().split("\n")) {
            int rank = Integer.parseInt(line.substring(1, line.indexOf(']')));
            String expected = "[" + rank + "] rank " + rank + " line " + next[rank] + " ";
            assertEquals(expected + "abc".repeat(next[rank] % 50), line);
            next[rank]++;
        }
        for (int count : next) {
            assertEquals(lines, count);
        }
    }

    /** A stream that returns pieces of odd sizes, as a pipe may. */
    private static InputStream dribbling(String text, int seed) {
        Random random = new Random(seed);
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] bytes, int from, int count) {
                return super.read(bytes, from, Math.min(count, 1 + random.nextInt(300)));
            }
        };
    }

    @Test
    void shouldReportOnceWhenTheOutputCannotBeWritten() {
        assertEquals(Collections.singletonList(null), reportsOf("Broken pipe"));
        assertEquals(List.of("No space left on device"), reportsOf("No space left on device"));
    }

    private static List<String> reportsOf(String failure) {
        List<String> reports = new ArrayList<>();
        OutputStream broken =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException(failure);
                    }
                };
        OutputSink closed = new OutputSink(broken, reports::add);
        finish(forwarder(1, text("a\nb\n"), closed, false));
        finish(forwarder(2, text("c\n"), closed, true));
        return reports;
    }

    @Test
    void shouldNotSplitLinesWhenTheyHaveManyMegabytes() {
        String line = "x".repeat(5_000_000) + "\n";
        List<OutputForwarder> forwarders = new ArrayList<>();
        for (int rank = 1; rank <= 3; rank++) {
            forwarders.add(forwarder(rank, text(line.repeat(2)), sink, false));
        }
        forwarders.forEach(OutputForwarderTest::finish);
        assertEquals(line.repeat(6), written());
    }

    @Test
    void shouldStartANewLineWhenAMessageInterruptsOutput() {
        forward(1, "half", false);
        sink.message("mpiexec: done");
        assertEquals("half\nmpiexec: done\n", written());
        assertTrue(written().endsWith("\n"));
    }
}
