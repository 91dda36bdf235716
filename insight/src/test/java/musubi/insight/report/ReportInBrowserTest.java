package musubi.insight.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.sun.net.httpserver.HttpServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A page opens in a browser, and its timeline can be moved. With more calls, {@code
 * -Dmusubi.report.calls=1000000}, it is the measurement of docs/see-inside.md.
 */
class ReportInBrowserTest {
    private static final int RANKS = 16;
    private static final int CALLS = Integer.getInteger("musubi.report.calls", 20_000);
    private static final List<String> BROWSERS =
            List.of("chromium", "chromium-browser", "google-chrome");

    @TempDir private Path directory;

    private static Path browser() {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(place -> BROWSERS.stream().map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    @Test
    void shouldDrawAndMoveTheTimelineWhenABrowserOpensThePage() throws Exception {
        Path browser = browser();
        assumeTrue(browser != null, "no browser on the PATH: install chromium to run this");
        int steps = CALLS / RANKS / SyntheticJob.CALLS_PER_STEP;
        JobTrace trace = JobTrace.of(SyntheticJob.tracks(RANKS, steps), directory);
        Path page = directory.resolve("report.html");
        new ReportPage(trace).write(page);
        try (var probe = ReportInBrowserTest.class.getResourceAsStream("probe.js")) {
            String script = new String(probe.readAllBytes(), UTF_8);
            Files.writeString(page, Files.readString(page) + "<script>\n" + script + "</script>\n");
        }
        JsonObject result = open(browser, page);
        System.out.println("report: bytes=" + Files.size(page) + " " + result);
        assertFalse(result.has("error"), result::toString);
        assertEquals(RANKS, result.get("rows").getAsInt());
        assertEquals(RANKS * steps * SyntheticJob.CALLS_PER_STEP, result.get("calls").getAsInt());
        assertEquals(RANKS * steps, result.get("messages").getAsInt());
        assertTrue(result.get("painted").getAsDouble() > 0.1, result::toString);
        assertTrue(result.get("tip").getAsString().startsWith("rank 0: Comm."), result::toString);
        assertEquals(3, result.get("charts").getAsInt());
        checkPanels(result, steps);
    }

    /** The summary, the details after clicks, and a search. */
    private static void checkPanels(JsonObject result, int steps) {
        String tiles = result.get("tiles").getAsString();
        assertTrue(tiles.contains("parallel efficiency"), tiles);
        String called = result.get("called").getAsString();
        assertTrue(called.matches("Comm\\.irecv *rank0.*" + steps + " calls.*"), called);
        String rank = result.get("rank").getAsString();
        assertTrue(rank.matches("rank 1computed.*Comm\\.allreduce.*"), rank);
        String matches = result.get("matches").getAsString();
        assertTrue(matches.startsWith(steps + " calls, "), matches);
        assertEquals("rank 2: Comm.irecv 0", result.get("selected").getAsString());
    }

    /** The result that the script at the end of the page posts. */
    private JsonObject open(Path browser, Path page) throws Exception {
        CompletableFuture<String> result = new CompletableFuture<>();
        HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    boolean isResult = exchange.getRequestMethod().equals("POST");
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    byte[] answer = isResult ? new byte[0] : Files.readAllBytes(page);
                    exchange.getResponseHeaders().add("Content-Type", "text/html");
                    exchange.sendResponseHeaders(200, isResult ? -1 : answer.length);
                    exchange.getResponseBody().write(answer);
                    exchange.close();
                    if (isResult) {
                        result.complete(new String(body, UTF_8));
                    }
                });
        server.start();
        Process process = start(browser, server.getAddress().getPort());
        try {
            String text = result.get(600, TimeUnit.SECONDS);
            assertNotNull(text);
            return JsonParser.parseString(text).getAsJsonObject();
        } finally {
            end(process);
            server.stop(0);
        }
    }

    private Process start(Path browser, int port) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--window-size=1600,1200",
                        "--user-data-dir=" + directory.resolve("browser"),
                        "http://127.0.0.1:" + port + "/report.html");
        // Its remains are deleted with the directory.
        builder.environment().put("TMPDIR", directory.toString());
        return builder.redirectErrorStream(true)
                .redirectOutput(directory.resolve("browser.log").toFile())
                .start();
    }

    private static void end(Process process) throws InterruptedException {
        List<ProcessHandle> all =
                Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
        process.destroy();
        process.waitFor(5, TimeUnit.SECONDS);
        all.forEach(ProcessHandle::destroyForcibly);
        process.waitFor();
    }
}
