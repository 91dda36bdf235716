package musubi.simulator.sites;

import musubi.coll.CollectiveKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Simulated times by case, kept in a file from which the page can be written again. */
final class ScaleTimes {
    private static final String HEAD = "links,sites,kind,bytes,algorithm,microseconds";

    /** Behind times at which a run was given up. */
    private static final String OR_MORE = "+";

    private final Map<Case, Map<String, Time>> times = new TreeMap<>();

    ScaleTimes() {}

    /** A collective of one size on a machine. */
    record Case(ScaleGraph links, int sites, CollectiveKind kind, long bytes)
            implements Comparable<Case> {
        @Override
        public int compareTo(Case other) {
            int machine = links.compareTo(other.links);
            machine = machine == 0 ? Integer.compare(sites, other.sites) : machine;
            int call = machine == 0 ? kind.compareTo(other.kind) : machine;
            return call == 0 ? Long.compare(bytes, other.bytes) : call;
        }
    }

    /**
     * Time of an algorithm.
     *
     * @param isComplete false: it takes longer
     */
    record Time(long nanos, boolean isComplete) {
        double seconds() {
            return nanos / 1e9;
        }
    }

    /** Reads a file; nothing if there is none. */
    static ScaleTimes read(Path file) throws IOException {
        ScaleTimes known = new ScaleTimes();
        if (Files.exists(file)) {
            List<String> lines = Files.readAllLines(file);
            lines.subList(1, lines.size()).forEach(known::add);
        }
        return known;
    }

    private void add(String line) {
        String[] words = line.split(",");
        Case key =
                new Case(
                        ScaleGraph.valueOf(words[0].toUpperCase(Locale.ROOT)),
                        Integer.parseInt(words[1]),
                        CollectiveKind.valueOf(words[2].toUpperCase(Locale.ROOT)),
                        Long.parseLong(words[3]));
        boolean isComplete = !words[5].endsWith(OR_MORE);
        double micros = Double.parseDouble(words[5].replace(OR_MORE, ""));
        put(key, words[4], new Time(Math.round(1000 * micros), isComplete));
    }

    void put(Case key, String algorithm, Time time) {
        times.computeIfAbsent(key, _ -> new TreeMap<>()).put(algorithm, time);
    }

    /** Times by algorithm. */
    Map<String, Time> of(Case key) {
        return times.getOrDefault(key, Map.of());
    }

    /** The file's lines. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(List.of(HEAD));
        times.forEach((key, all) -> all.forEach((name, time) -> lines.add(line(key, name, time))));
        return lines;
    }

    private static String line(Case key, String algorithm, Time time) {
        return String.format(
                Locale.ROOT,
                "%s,%d,%s,%d,%s,%.3f%s",
                key.links.name().toLowerCase(Locale.ROOT),
                key.sites,
                key.kind.name().toLowerCase(Locale.ROOT),
                key.bytes,
                algorithm,
                time.nanos / 1e3,
                time.isComplete ? "" : OR_MORE);
    }
}
