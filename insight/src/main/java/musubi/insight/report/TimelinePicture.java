package musubi.insight.report;

import musubi.insight.trace.MatchedMessage;
import musubi.insight.trace.RankTrack;
import musubi.memory.PrivateFiles;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a span of the timeline as SVG: calls of each rank, wait states below them in red, messages
 * as lines. Shapes narrower than a pixel shade it in proportion to their width.
 */
final class TimelinePicture {
    private static final int WIDTH = 760;
    private static final int LEFT = 60;
    private static final int TOP = 22;
    private static final int CALLS_HEIGHT = 18;
    private static final int WAITS_HEIGHT = 5;
    private static final int ROW_HEIGHT = 32;
    private static final int LEGEND_HEIGHT = 26;
    private static final int LEGEND_WIDTH = 140;
    private static final int MOST_MESSAGES = 150;
    private static final int SHADES = 4;
    private static final double TICKS = 6;
    private static final double NS_PER_MS = 1e6;

    private final JobTrace trace;
    private final long beginNs;
    private final double fromNs;
    private final double toNs;
    private final double scale;
    private final StringTable names = new StringTable();
    private final Map<Integer, Integer> top = new HashMap<>();
    private final Map<String, StringBuilder> shapes = new LinkedHashMap<>();
    private final StringBuilder texts = new StringBuilder();

    /** A coloured interval. */
    private record Span(long beginNs, long endNs, String colour) {}

    /**
     * A picture.
     *
     * @param fromNs since the beginning of the trace
     * @param toNs since the beginning of the trace; later than {@code fromNs}
     */
    TimelinePicture(JobTrace trace, double fromNs, double toNs) {
        this.trace = trace;
        beginNs = trace.beginNs();
        this.fromNs = fromNs;
        this.toNs = toNs;
        scale = (WIDTH - LEFT) / (toNs - fromNs);
    }

    void write(Path file) throws IOException {
        try (Writer out = PrivateFiles.writer(file)) {
            out.write(text());
        }
    }

    String text() {
        shapes.clear();
        texts.setLength(0);
        int bottom = TOP + ROW_HEIGHT * trace.tracks().size();
        drawTicks(bottom);
        int y = TOP;
        for (RankTrack track : trace.tracks()) {
            int rank = track.rank();
            top.put(rank, y);
            label(4, y + 14, "rank " + rank);
            draw(calls(track), y, CALLS_HEIGHT);
            draw(waits(rank), y + CALLS_HEIGHT, WAITS_HEIGHT);
            y += ROW_HEIGHT;
        }
        drawMessages();
        drawLegend(bottom + 8);
        int height = bottom + LEGEND_HEIGHT;
        String head =
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">\n"
                        + "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n";
        StringBuilder svg = new StringBuilder(String.format(head, WIDTH, height, WIDTH, height));
        shapes.forEach((paint, path) -> svg.append("<path " + paint + " d=\"" + path + "\"/>\n"));
        return svg.append(texts).append("</svg>\n").toString();
    }

    private List<Span> calls(RankTrack track) {
        return track.calls().stream()
                .filter(call -> isShown(call.beginNs(), call.endNs()))
                .map(call -> new Span(call.beginNs(), call.endNs(), colour(call.name())))
                .toList();
    }

    private String colour(String name) {
        return Palette.ofCall(names.of(name));
    }

    private List<Span> waits(int rank) {
        return trace.waits().stream()
                .filter(wait -> wait.rank() == rank)
                .filter(wait -> isShown(wait.beginNs(), wait.endNs()))
                .map(wait -> new Span(wait.beginNs(), wait.endNs(), Palette.WAITS))
                .toList();
    }

    private boolean isShown(long firstNs, long lastNs) {
        return lastNs - beginNs > fromNs && firstNs - beginNs < toNs;
    }

    private double x(long ns) {
        // Times of day in ns are too large for a double.
        return x((double) (ns - beginNs));
    }

    private double x(double sinceBeginNs) {
        return LEFT + (Math.clamp(sinceBeginNs, fromNs, toNs) - fromNs) * scale;
    }

    private void draw(List<Span> spans, int y, int height) {
        double[] filled = new double[WIDTH + 1];
        String[] colours = new String[WIDTH + 1];
        for (Span span : spans) {
            double left = x(span.beginNs());
            double width = x(span.endNs()) - left;
            if (width >= 1) {
                rectangle(left, y, width, height, span.colour(), 1);
            } else {
                filled[(int) left] += width;
                colours[(int) left] = span.colour();
            }
        }
        int[] shades =
                Arrays.stream(filled)
                        .mapToInt(part -> Math.min(SHADES, (int) Math.ceil(part * SHADES)))
                        .toArray();
        int begin = 0;
        for (int x = 1; x <= WIDTH; x++) {
            if (shades[x] != shades[begin] || colours[x] != colours[begin]) {
                if (shades[begin] > 0) {
                    double opacity = shades[begin] / (double) SHADES;
                    rectangle(begin, y, x - begin, height, colours[begin], opacity);
                }
                begin = x;
            }
        }
    }

    private void rectangle(
            double x, int y, double width, int height, String colour, double opacity) {
        String paint =
                "fill=\"" + colour + "\"" + (opacity < 1 ? " opacity=\"" + opacity + "\"" : "");
        add(paint, "M%.1f %dh%.1fv%dh%.1fz", x, y, width, height, -width);
    }

    private void drawMessages() {
        List<MatchedMessage> shown =
                trace.messages().stream()
                        .filter(m -> isShown(m.sent().ns(), m.landedNs()))
                        .filter(m -> top.containsKey(m.from()) && top.containsKey(m.to()))
                        .toList();
        int step = Math.ceilDiv(Math.max(1, shown.size()), MOST_MESSAGES);
        for (int i = 0; i < shown.size(); i += step) {
            MatchedMessage message = shown.get(i);
            int y1 = top.get(message.from()) + CALLS_HEIGHT / 2;
            int y2 = top.get(message.to()) + CALLS_HEIGHT / 2;
            double x1 = x(message.sent().ns());
            add("stroke=\"#333\"", "M%.1f %dL%.1f %d", x1, y1, x(message.landedNs()), y2);
        }
    }

    /** Draws about {@link #TICKS} ticks at round times. */
    private void drawTicks(int bottom) {
        double rough = (toNs - fromNs) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * (rough > 5 * power ? 10 : rough > 2 * power ? 5 : 2);
        String form = step < NS_PER_MS ? "%.3f ms" : "%.0f ms";
        for (double at = Math.ceil(fromNs / step) * step; at < toNs; at += step) {
            double x = x(at);
            add("stroke=\"#ddd\"", "M%.1f 0V%d", x, bottom);
            label(x + 3, 12, String.format(Locale.ROOT, form, at / NS_PER_MS));
        }
    }

    private void drawLegend(int y) {
        int x = LEFT;
        for (String name : names.texts()) {
            x = entry(x, y, colour(name), name);
        }
        entry(x, y, Palette.WAITS, "wait states");
    }

    private int entry(int x, int y, String colour, String text) {
        rectangle(x, y, 10, 10, colour, 1);
        label(x + 14, y + 9, text);
        return x + LEGEND_WIDTH;
    }

    private void label(double x, int y, String text) {
        String form = "<text x=\"%.1f\" y=\"%d\">%s</text>\n";
        texts.append(String.format(Locale.ROOT, form, x, y, text));
    }

    /** Adds to the path with these paint attributes. */
    private void add(String paint, String form, Object... values) {
        shapes.computeIfAbsent(paint, _ -> new StringBuilder())
                .append(String.format(Locale.ROOT, form, values));
    }
}
