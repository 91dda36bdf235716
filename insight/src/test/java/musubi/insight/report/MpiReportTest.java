package musubi.insight.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import jdk.jfr.Configuration;
import jdk.jfr.Recording;

import musubi.bootstrap.local.SingletonBootstrap;
import musubi.config.Settings;
import musubi.event.CollectiveCounters;
import musubi.event.CollectiveGroup;
import musubi.event.PeerCounters;
import musubi.event.Protocol;
import musubi.insight.trace.RankTrack;
import musubi.insight.trace.ReceivedMessage;
import musubi.insight.trace.TrackMaker;
import musubi.jfr.FlightRecording;
import musubi.observe.recorder.EventRecorder;
import musubi.observe.recorder.RankObserver;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** The report of mpireport on recordings written in this process. */
class MpiReportTest {
    private static final Pattern CONTENTS =
            Pattern.compile("<script type=\"application/json\" id=\"contents\">(.*?)</script>");

    @TempDir private Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... words) {
        return MpiReport.run(new PrintWriter(out), new PrintWriter(err), words);
    }

    /** The recording of a single rank that sends to itself, with Musubi's settings. */
    private void record(String settings) throws Exception {
        try (Reader reader =
                        new InputStreamReader(
                                FlightRecording.class.getResourceAsStream(settings + ".jfc"),
                                StandardCharsets.UTF_8);
                Recording recording = new Recording(Configuration.create(reader))) {
            recording.start();
            Settings none = new Settings(_ -> null, Map.of());
            RankObserver observer = FlightRecording.observer(new SingletonBootstrap(), none);
            EventRecorder events = EventRecorder.open(new SingletonBootstrap(), none);
            events.observeBy(observer);
            PeerCounters self = events.peerCounters(0, "self", "self");
            CollectiveCounters tally = events.collectiveCounters("BARRIER", "flags");
            if (observer.watchesCalls()) {
                observer.callBegan();
            }
            events.sent(self, Protocol.EAGER, 0, 7, 640);
            events.received(self, Protocol.EAGER, 0, 7, 640);
            events.collectiveBegan(tally, 0, 0);
            events.collectiveEnded(tally, new CollectiveGroup(0, 1, member -> member), 0, 0, 0);
            events.chosen(tally, "</script> is no way out", 1, 0);
            if (observer.watchesCalls()) {
                observer.callEnded();
            }
            events.finalizing();
            recording.dump(directory.resolve("rank-0.jfr"));
        }
    }

    private JsonObject contents(Path page) throws Exception {
        Matcher matcher = CONTENTS.matcher(Files.readString(page));
        assertTrue(matcher.find());
        return JsonParser.parseString(matcher.group(1)).getAsJsonObject();
    }

    @Test
    void shouldWriteAPageThatNeedsNothingElseWhenThereIsARecording() throws Exception {
        record("timeline");
        assertEquals(0, run(directory.toString()), err::toString);
        Path page = directory.resolve("report.html");
        assertEquals(page + "\n", out.toString());
        String text = Files.readString(page);
        assertFalse(Pattern.compile("(src|href)=\"?(http|//)").matcher(text).find());
        assertFalse(text.contains("{{"), "a place is left open");
        assertTrue(text.contains("Apache Software Foundation"), "no chart library");
        JsonObject contents = contents(page);
        assertEquals(1, contents.getAsJsonArray("calls").size());
        assertEquals(1, count(contents.getAsJsonArray("calls").get(0)));
        assertEquals(1, count(contents.get("messages")));
        JsonObject cell = contents.getAsJsonArray("matrix").get(0).getAsJsonObject();
        assertEquals(640, cell.get("bytes").getAsLong());
        assertTrue(
                contents.get("algorithms").toString().contains("is no way out"),
                () -> contents.get("algorithms").toString());
        assertEquals("[1]", valuesOf(contents, "counters", "coll.calls.barrier.flags"));
        String cores = valuesOf(contents, "facts", "hardware threads");
        assertTrue(cores.matches("\\[\"[0-9]+\"]"), cores);
    }

    private static int count(JsonElement row) {
        return row.getAsJsonObject().getAsJsonObject("begin").get("count").getAsInt();
    }

    private static String valuesOf(JsonObject contents, String table, String name) {
        return StreamSupport.stream(contents.getAsJsonArray(table).spliterator(), false)
                .map(JsonElement::getAsJsonObject)
                .filter(row -> row.get("name").getAsString().equals(name))
                .map(row -> row.get("values").toString())
                .findFirst()
                .orElse("no " + name);
    }

    @Test
    void shouldWriteATraceForPerfettoWhenRequested() throws Exception {
        record("timeline");
        Path file = directory.resolve("trace.json");
        assertEquals(
                0,
                run(directory.toString(), "--export", "perfetto", file.toString()),
                err::toString);
        JsonArray events =
                JsonParser.parseString(Files.readString(file))
                        .getAsJsonObject()
                        .getAsJsonArray("traceEvents");
        StringBuilder phases = new StringBuilder();
        events.forEach(event -> phases.append(event.getAsJsonObject().get("ph").getAsString()));
        assertEquals("MMMXsf", phases.toString());
        assertEquals(2, run(directory.toString(), "--export", "otf2", file.toString()));
        assertTrue(err.toString().contains("unknown format: --export otf2; use perfetto"));
    }

    @Test
    void shouldEndNoFlowBeforeItsBeginningWhenClocksDiffer() throws Exception {
        TrackMaker first = new TrackMaker(0, 2, 0).call("send", 0, 9000).sent(8000, 1, "eager");
        TrackMaker second =
                new TrackMaker(1, 2, 0)
                        .call("recv", 0, 9000)
                        .received(7000, ReceivedMessage.Step.MATCHED, 0);
        Path file = directory.resolve("trace.json");
        List<RankTrack> tracks = List.of(first.track(), second.track());
        new PerfettoFile(JobTrace.of(tracks, directory)).write(file);
        String text = Files.readString(file);
        for (String phase : List.of("s", "f")) {
            String flow = "{\"ph\":\"" + phase + "\",\"name\":\"message\",\"ts\":8.0,";
            assertTrue(text.contains(flow), text);
        }
    }

    @Test
    void shouldDrawAPictureWhenRequested() throws Exception {
        record("timeline");
        String file = directory.resolve("timeline.svg").toString();
        assertEquals(0, run(directory.toString(), "--svg", file), err::toString);
        assertTrue(Files.readString(Path.of(file)).contains("M60.0 22h700.0v18"));
        assertEquals(2, run(directory.toString(), "--svg", file, "--span", "2:1"));
        assertTrue(err.toString().contains("not a span of time: --span 2:1"), err::toString);
    }

    @Test
    void shouldAdviseWhenThereIsNoRecording() {
        assertEquals(1, run(directory.toString()));
        assertTrue(err.toString().contains("no recording: directory=" + directory), err::toString);
        assertTrue(err.toString().contains("mpiexec --timeline=" + directory), err::toString);
        assertEquals(1, run(directory.resolve("nowhere").toString()));
    }

    @Test
    void shouldAdviseWhenTheRecordingHasNoCalls() throws Exception {
        record("musubi");
        assertEquals(1, run(directory.toString()));
        assertTrue(err.toString().contains("no calls recorded: directory="), err::toString);
        assertTrue(err.toString().contains("mpiexec --timeline=" + directory), err::toString);
    }

    @Test
    void shouldNameTheFileWhenARecordingIsIncomplete() throws Exception {
        Path file = directory.resolve("rank-1.jfr");
        Files.write(file, new byte[100]);
        assertEquals(1, run(directory.toString()));
        assertTrue(err.toString().contains("incomplete recording: file=" + file), err::toString);
    }
}
