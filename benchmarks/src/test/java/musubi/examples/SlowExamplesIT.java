package musubi.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The report of each program in examples/slow names its problem (docs/why-is-it-slow.md). */
final class SlowExamplesIT {
    private static final Pattern CONTENTS = Pattern.compile("id=\"contents\">(.*?)</script>");
    private static final long TIME_LIMIT_S = 300;

    @TempDir Path directory;

    /** The contents of the report of a run. */
    private JsonObject report(int ranks, String name) throws IOException, InterruptedException {
        Path recordings = directory.resolve(name);
        Mpiexec.run(
                directory.resolve("output.log"),
                ranks,
                "--pvas",
                "--timeline=" + recordings,
                "examples/slow/" + name + ".java");
        Process report =
                new ProcessBuilder("./mpireport", recordings.toString())
                        .directory(Mpiexec.ROOT.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("report.log").toFile())
                        .start();
        assertTrue(report.waitFor(TIME_LIMIT_S, TimeUnit.SECONDS), "mpireport hangs");
        assertEquals(0, report.exitValue(), Files.readString(directory.resolve("report.log")));
        Matcher matcher = CONTENTS.matcher(Files.readString(recordings.resolve("report.html")));
        assertTrue(matcher.find(), "no contents");
        return JsonParser.parseString(matcher.group(1)).getAsJsonObject();
    }

    /** The waits of the report, as kind, line that waits, rank that was late. */
    private static List<String> waits(JsonObject report) {
        JsonArray lines = report.getAsJsonArray("worstWaits");
        return lines.asList().stream()
                .map(JsonElement::getAsJsonObject)
                .map(
                        line ->
                                line.get("kind").getAsString()
                                        + ", "
                                        + line.get("place").getAsString().replaceAll("\\(.*", "")
                                        + ", "
                                        + line.get("cause").getAsInt())
                .toList();
    }

    /** In any order, since durations depend on the load of the machine. */
    private static void assertContains(List<String> waits, String... expected) {
        assertTrue(waits.containsAll(List.of(expected)), waits::toString);
    }

    @Test
    void shouldReportTheLateSenderWhenReceiversWait() throws Exception {
        assertContains(
                waits(report(2, "LateSender")),
                "late sender, Comm.recv at LateSender.answer, 0",
                "late sender, Comm.recv at LateSender.direct, 1");
    }

    @Test
    void shouldReportTheLateReceiverWhenMessagesFloodIt() throws Exception {
        assertContains(
                waits(report(4, "UnexpectedFlood")),
                "late receiver, Comm.send at UnexpectedFlood.produce, 0");
    }

    @Test
    void shouldReportTheSlowRankWhenItsNeighboursWait() throws Exception {
        JsonObject report = report(8, "UnevenNeighbours");
        assertContains(
                waits(report), "late neighbour, Comm.neighborAllToAll at UnevenNeighbours.main, 3");
        assertFalse(report.get("unanalysed").toString().contains("neighbor"), report::toString);
    }

    @Test
    void shouldReportCollectiveWaitsWhenRanksShareCores() throws Exception {
        int ranks = 8;
        JsonObject report = report(ranks, "Crowded");
        List<String> waits = waits(report);
        assertTrue(
                waits.stream()
                        .anyMatch(w -> w.startsWith("wait at N x N, Comm.allReduce at Crowded")),
                waits::toString);
        boolean oversubscribed = Runtime.getRuntime().availableProcessors() < ranks;
        assertEquals(
                oversubscribed, report.get("remarks").toString().contains("is oversubscribed: 8"));
    }
}
