package musubi.insight.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.JsonObject;

import musubi.insight.trace.RankTrack;
import musubi.memory.PrivateFiles;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes the page: a self-contained file that needs no network. */
final class ReportPage {
    private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z.]+)}}");
    private static final String CHARTS = "META-INF/maven/org.webjars.npm/echarts/pom.properties";

    private final JobTrace trace;
    private final PackedColumns columns = new PackedColumns();

    ReportPage(JobTrace trace) {
        this.trace = trace;
    }

    void write(Path file) throws IOException {
        // First, because this fills the columns.
        String contents = contents();
        Map<String, String> texts =
                Map.ofEntries(
                        Map.entry("page.css", own("page.css")),
                        Map.entry("echarts.js", charts()),
                        Map.entry("columns.js", own("columns.js")),
                        Map.entry("raster.js", own("raster.js")),
                        Map.entry("timeline.js", own("timeline.js")),
                        Map.entry("details.js", own("details.js")),
                        Map.entry("search.js", own("search.js")),
                        Map.entry("charts.js", own("charts.js")),
                        Map.entry("tables.js", own("tables.js")),
                        Map.entry("colours", Palette.script()),
                        Map.entry("contents", contents),
                        Map.entry("columns", columns.text()));
        String page = own("page.html");
        try (Writer out = PrivateFiles.writer(file)) {
            Matcher matcher = PLACE.matcher(page);
            int at = 0;
            while (matcher.find()) {
                out.write(page, at, matcher.start() - at);
                out.write(texts.get(matcher.group(1)));
                at = matcher.end();
            }
            out.write(page, at, page.length() - at);
        }
    }

    /** The data as JSON without special characters of HTML. */
    private String contents() {
        Gson gson = new Gson();
        ReportTables tables = new ReportTables(trace);
        JsonObject json = new TimelineColumns(trace, columns).json();
        RankTrack first = trace.tracks().getFirst();
        json.addProperty("job", first.where().job());
        json.add("ranks", gson.toJsonTree(trace.tracks().stream().map(RankTrack::rank).toList()));
        json.add("remarks", gson.toJsonTree(new ReportNotes(trace).lines()));
        json.add("kinds", gson.toJsonTree(kinds()));
        JobSummary summary = JobSummary.of(trace);
        json.add("summary", gson.toJsonTree(summary));
        json.add("culprits", gson.toJsonTree(summary.culprits()));
        json.add("unanalysed", gson.toJsonTree(trace.unanalysed()));
        json.add("matrix", gson.toJsonTree(tables.matrix()));
        json.add("timeByCall", gson.toJsonTree(tables.timeByCall()));
        json.add("timeByWait", gson.toJsonTree(tables.timeByWait()));
        json.add("worstWaits", gson.toJsonTree(tables.worstWaits()));
        json.add("algorithms", gson.toJsonTree(tables.algorithms()));
        json.add("counters", gson.toJsonTree(tables.counters()));
        json.add("facts", gson.toJsonTree(tables.facts()));
        return gson.toJson(json);
    }

    private static List<String> kinds() {
        return List.of(WaitState.Kind.values()).stream().map(WaitState.Kind::text).toList();
    }

    private static String own(String name) throws IOException {
        return read(ReportPage.class.getResourceAsStream(name), name);
    }

    /** The chart library, in the version on the class path. */
    private static String charts() throws IOException {
        ClassLoader loader = ReportPage.class.getClassLoader();
        Properties properties = new Properties();
        try (InputStream in = loader.getResourceAsStream(CHARTS)) {
            properties.load(in);
        }
        String name =
                "META-INF/resources/webjars/echarts/"
                        + properties.getProperty("version")
                        + "/dist/echarts.min.js";
        return read(loader.getResourceAsStream(name), name).replace("</script", "<\\/script");
    }

    private static String read(InputStream in, String name) throws IOException {
        if (in == null) {
            throw new FileNotFoundException("not on the class path: " + name);
        }
        try (in) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
