package musubi.launch.output;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RankRange;
import musubi.launch.output.StreamOptions.Form;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

class RankOutputTest {
    private static final int POLLS = 60_000;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final RankOutput.Streams streams =
            new RankOutput.Streams(new OutputSink(out, _ -> {}), new OutputSink(err, _ -> {}));

    @TempDir private Path directory;

    private static StreamOptions form(Form form, String pattern) {
        return new StreamOptions(form, false, pattern, false, null, null, true, 0, false);
    }

    private StreamOptions files(String outFile, String errFile, boolean merged, boolean copied) {
        return new StreamOptions(
                Form.PLAIN, false, null, merged, outFile, errFile, copied, 0, false);
    }

    private void forward(RankOutput output, int rank, String text, String errors) {
        output.forward(RankRange.of(rank), 77, stream(text), stream(errors))
                .forEach(one -> assertTrue(one.finish(POLLS, false) >= 0));
    }

    private RankOutput output(StreamOptions options) {
        return new RankOutput(options, "here", 2, "1-2", 12, streams);
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldPrefixLinesWhenAFormHasAPrefix() {
        forward(output(form(Form.JOB_AND_RANK, null)), 3, "a\nb\n", "c\n");
        assertEquals("[1,3]<stdout>:a\n[1,3]<stdout>:b\n", out());
        assertEquals("[1,3]<stderr>:c\n", err());
        out.reset();
        forward(output(form(Form.HOST_AND_PROCESS, null)), 3, "a\n", "");
        assertEquals("[1-2,3][here:77]<stdout>:a\n", out());
        out.reset();
        forward(output(form(Form.PATTERN, "%r|%R|%g|%p|%h|%n|%%|ü ")), 3, "a\n", "");
        assertEquals("3|03|0|2|here|12|%|ü a\n", out());
    }

    @Test
    void shouldBeginWithTheTimeWhenRequested() {
        StreamOptions options =
                new StreamOptions(Form.JOB_AND_RANK, true, null, false, null, null, true, 0, false);
        forward(output(options), 3, "a\n", "");
        String time = "[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] \\d\\d:\\d\\d:\\d\\d \\d{4}";
        assertTrue(out().matches(time + "\\[1,3]<stdout>:a\n"), this::out);
    }

    @Test
    void shouldWriteElementsWhenTheFormIsXml() {
        forward(output(form(Form.XML, null)), 0, "<&>\t\nend", "é\n");
        // The two streams have a thread each, so a line of one may stand between those of the
        // other.
        assertEquals(
                List.of(
                        "<stdout rank=\"0\">&lt;&amp;&gt;&#009;&#010;</stdout>",
                        "<stdout rank=\"0\">end</stdout>"),
                out().lines().filter(line -> line.startsWith("<stdout")).toList());
        assertTrue(out().contains("<stderr rank=\"0\">é&#010;</stderr>\n"), this::out);
        assertEquals("", err());
    }

    @Test
    void shouldWriteObjectsWhenTheFormIsJson() {
        forward(output(form(Form.JSON, null)), 1, "say \"x\\\"\ttab\n", "e");
        assertTrue(
                out().contains(
                                "{\"rank\":1,\"stream\":\"stdout\","
                                        + "\"text\":\"say \\\"x\\\\\\\"\\u0009tab\"}\n"),
                this::out);
        assertTrue(
                out().contains("{\"rank\":1,\"stream\":\"stderr\",\"text\":\"e\"}\n"), this::out);
    }

    @Test
    void shouldWriteAndCopyWhenFilesAreNamed() throws IOException {
        String tree = directory + "/1/rank.%R/";
        RankOutput output = output(files(tree + "stdout", tree + "stderr", false, true));
        forward(output, 3, "a\n", "b\n");
        assertEquals("a\n", Files.readString(directory.resolve("1/rank.03/stdout")));
        assertEquals("b\n", Files.readString(directory.resolve("1/rank.03/stderr")));
        assertEquals("a\n", out());
        assertEquals("b\n", err());
    }

    @Test
    void shouldShareAFileWhenThePatternHasNoRank() throws IOException {
        Path file = directory.resolve("all");
        RankOutput output = output(files(file.toString(), null, false, false));
        forward(output, 0, "a\n", "x\n");
        forward(output, 1, "b\n", "");
        assertEquals("a\nb\n", Files.readString(file));
        assertEquals("", out());
        assertEquals("x\n", err());
    }

    @Test
    void shouldMergeWhenRequested() throws IOException {
        forward(output(files(null, null, true, true)), 0, "", "b\n");
        assertEquals("b\n", out());
        Path file = directory.resolve("f");
        forward(output(files(file.toString(), "/none/x", true, false)), 0, "", "c\n");
        assertEquals("c\n", Files.readString(file));
        assertFalse(Files.exists(Path.of("/none")));
    }

    @Test
    void shouldFailWhenAFileCannotBeWritten() throws IOException {
        Path file = Files.writeString(directory.resolve("f"), "");
        RankOutput output = output(files(file + "/below", null, false, true));
        LaunchFailure failure = assertThrows(LaunchFailure.class, () -> forward(output, 0, "", ""));
        assertTrue(failure.getMessage().contains("file=" + file), failure::getMessage);
    }
}
