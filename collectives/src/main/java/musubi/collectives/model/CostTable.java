package musubi.collectives.model;

import musubi.coll.CollectiveKind;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measured L and B of each algorithm, by number of ranks and message size. A text with one entry a
 * line; lines that begin with # record the origin.
 *
 * <pre>
 *   # date=2026-01-31 host=node7 transport=shm
 *   kind,algorithm,ranks,bytes,latency_us,bandwidth_MBps
 *   bcast,binomial,8,512,2.125,810.5
 * </pre>
 *
 * <p>A call uses the line of the nearest number of ranks (by ratio) and of the smallest size not
 * below its own. Immutable.
 */
public final class CostTable {
    /** The line of column names. */
    public static final String HEADING = "kind,algorithm,ranks,bytes,latency_us,bandwidth_MBps";

    private static final String REMARK = "#";
    private static final String SEPARATOR = ";";
    private static final int COLUMNS = 6;
    private static final double MICRO = 1e6;
    private static final double MEGA = 1e6;

    private final Map<CollectiveKind, Map<String, TreeMap<Integer, TreeMap<Long, HockneyLink>>>>
            lines = new EnumMap<>(CollectiveKind.class);

    private final List<String> remarks = new ArrayList<>();

    /**
     * A line.
     *
     * @param ranks of the measurement
     * @param bytes largest message size
     */
    public record Line(
            CollectiveKind kind, String algorithm, int ranks, long bytes, HockneyLink link) {
        /** The form that {@link CostTable#parse} reads. */
        public String text() {
            return String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%d,%.4f,%.2f",
                    kind.label(),
                    algorithm,
                    ranks,
                    bytes,
                    link.latencyS() * MICRO,
                    link.bytesPerS() / MEGA);
        }
    }

    private CostTable() {}

    /**
     * Parses a table.
     *
     * @param source origin, for reports
     * @throws MpiFailure of class ARG for malformed text
     */
    public static CostTable parse(String text, String source) {
        CostTable table = new CostTable();
        int number = 0;
        for (String line : text.lines().toList()) {
            number++;
            if (line.startsWith(REMARK)) {
                table.remarks.add(line.substring(1).strip());
            } else if (!line.isBlank() && !line.equals(HEADING)) {
                table.add(line(line, source + " line=" + number));
            }
        }
        if (table.lines.isEmpty()) {
            throw wrong("a table of costs without lines", source, "");
        }
        return table;
    }

    /**
     * The lines of a setting, separated by semicolons.
     *
     * @param setting a file, or lines of a table separated by semicolons
     * @throws MpiFailure of class ARG for malformed text, of class NO_SUCH_FILE for an unreadable
     *     file
     */
    public static String linesOf(String setting) {
        String text = setting.replace(SEPARATOR, "\n");
        String source = "lines";
        if (!setting.contains(HEADING)) {
            source = setting;
            try {
                // A remark may contain the separator.
                text = Files.readString(Path.of(setting)).replace(SEPARATOR, ",");
            } catch (IOException | InvalidPathException e) {
                throw new MpiFailure(
                                ErrorClass.NO_SUCH_FILE,
                                "cannot read the table of costs of collectives")
                        .with("coll.table", setting, "reason", e)
                        .advice("name a readable file, or set it to none");
            }
        }
        parse(text, source);
        List<String> lines = new ArrayList<>(text.lines().filter(l -> !l.isBlank()).toList());
        lines.remove(HEADING);
        lines.addFirst(HEADING);
        return String.join(SEPARATOR, lines);
    }

    private static Line line(String text, String where) {
        String[] words = text.split(",");
        try {
            if (words.length == COLUMNS) {
                HockneyLink link =
                        new HockneyLink(
                                Double.parseDouble(words[4]) / MICRO,
                                Double.parseDouble(words[5]) * MEGA);
                CollectiveKind kind = CollectiveKind.valueOf(words[0].toUpperCase(Locale.ROOT));
                int ranks = Integer.parseInt(words[2]);
                if (link.latencyS() > 0 && link.bytesPerS() > 0 && ranks > 0) {
                    return new Line(kind, words[1], ranks, Long.parseLong(words[3]), link);
                }
            }
        } catch (IllegalArgumentException _) {
            // The same failure as for a wrong number of columns.
        }
        throw wrong("not a line of a table of costs", where, text);
    }

    private static MpiFailure wrong(String what, String where, String text) {
        return new MpiFailure(ErrorClass.ARG, what)
                .with("coll.table", where, "text", text)
                .advice("lines are " + HEADING + " with numbers above 0 (docs/collectives.md)");
    }

    private void add(Line line) {
        lines.computeIfAbsent(line.kind, _ -> new HashMap<>())
                .computeIfAbsent(line.algorithm, _ -> new TreeMap<>())
                .computeIfAbsent(line.ranks, _ -> new TreeMap<>())
                .put(line.bytes, line.link);
    }

    /** Cost of a message of an algorithm; null if not measured. */
    public HockneyLink of(CollectiveKind kind, String algorithm, int ranks, long bytes) {
        TreeMap<Integer, TreeMap<Long, HockneyLink>> measured =
                lines.getOrDefault(kind, Map.of()).get(algorithm);
        if (measured == null) {
            return null;
        }
        int next =
                measured.keySet().stream()
                        .min(
                                Comparator.comparingDouble(
                                        n -> Math.abs(Math.log(n / (double) ranks))))
                        .orElseThrow();
        TreeMap<Long, HockneyLink> bands = measured.get(next);
        Map.Entry<Long, HockneyLink> band = bands.ceilingEntry(bytes);
        return (band == null ? bands.lastEntry() : band).getValue();
    }

    /** The recorded origin. */
    public String provenance() {
        return String.join("; ", remarks);
    }
}
