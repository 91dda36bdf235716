package musubi.insight.report;

import musubi.insight.trace.AlgorithmChoice;
import musubi.insight.trace.CallSpan;
import musubi.insight.trace.CounterReading;
import musubi.insight.trace.RankTrack;
import musubi.insight.trace.SentMessage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/** Summary data of the page's charts and tables. */
record ReportTables(JobTrace trace) {
    private static final int MOST_LINES = 40;
    private static final int MOST_ORIGINS = 3;

    /**
     * Messages from one rank to another.
     *
     * @param ofCollectives bytes sent within collective operations, included in {@code bytes}
     */
    record Cell(int from, int to, long messages, long bytes, long ofCollectives) {
        Cell plus(SentMessage sent) {
            boolean collective = (sent.context() & 1) != 0;
            return new Cell(
                    from,
                    to,
                    messages + 1,
                    bytes + sent.bytes(),
                    ofCollectives + (collective ? sent.bytes() : 0));
        }
    }

    /** A row of values of all ranks, in the order of ranks. */
    record Row<T>(String name, String unit, List<T> values) {}

    /** Waits of one kind of a source line for another line of a rank. */
    record WaitLine(
            String kind,
            String place,
            String causePlace,
            List<Integer> ranks,
            int cause,
            long count,
            long totalNs,
            List<Integer> origins) {}

    /** An algorithm and the number of ranks that selected it. */
    record Chosen(AlgorithmChoice algorithm, int ranks) {}

    List<Cell> matrix() {
        Map<Integer, Map<Integer, Cell>> cells = new TreeMap<>();
        for (RankTrack track : trace.tracks()) {
            Map<Integer, Cell> row = cells.computeIfAbsent(track.rank(), _ -> new TreeMap<>());
            for (SentMessage sent : track.sent()) {
                row.compute(
                        sent.peer(),
                        (peer, cell) ->
                                (cell == null ? new Cell(track.rank(), peer, 0, 0, 0) : cell)
                                        .plus(sent));
            }
        }
        return cells.values().stream().flatMap(row -> row.values().stream()).toList();
    }

    /** Milliseconds of each rank in each MPI call. */
    List<Row<Double>> timeByCall() {
        Map<String, Map<Integer, Long>> sums = new TreeMap<>();
        for (RankTrack track : trace.tracks()) {
            for (CallSpan call : track.calls()) {
                sums.computeIfAbsent(call.name(), _ -> new TreeMap<>())
                        .merge(track.rank(), call.durationNs(), Long::sum);
            }
        }
        return milliseconds(sums);
    }

    /** Milliseconds of each rank in each kind of wait state. */
    List<Row<Double>> timeByWait() {
        Map<String, Map<Integer, Long>> sums = new LinkedHashMap<>();
        for (WaitState.Kind kind : WaitState.Kind.values()) {
            sums.put(kind.text(), new TreeMap<>());
        }
        for (WaitState wait : trace.waits()) {
            sums.get(wait.kind().text()).merge(wait.rank(), wait.durationNs(), Long::sum);
        }
        return milliseconds(sums);
    }

    private List<Row<Double>> milliseconds(Map<String, Map<Integer, Long>> sums) {
        List<Row<Double>> rows = new ArrayList<>();
        sums.forEach(
                (name, byRank) ->
                        rows.add(row(name, "ms", t -> byRank.getOrDefault(t.rank(), 0L) / 1e6)));
        return rows;
    }

    private <T> Row<T> row(String name, String unit, Function<RankTrack, T> value) {
        return new Row<>(name, unit, trace.tracks().stream().map(value).toList());
    }

    /** The source lines with the longest waits. */
    List<WaitLine> worstWaits() {
        record Pair(String kind, String place, int cause, String causePlace) {}
        Map<Pair, List<WaitState>> groups = new LinkedHashMap<>();
        for (WaitState wait : trace.waits()) {
            Pair pair = new Pair(wait.kind().text(), wait.place(), wait.cause(), wait.causePlace());
            groups.computeIfAbsent(pair, _ -> new ArrayList<>()).add(wait);
        }
        List<WaitLine> lines = new ArrayList<>();
        groups.forEach(
                (pair, waits) ->
                        lines.add(
                                new WaitLine(
                                        pair.kind,
                                        pair.place,
                                        pair.causePlace,
                                        waits.stream().map(WaitState::rank).distinct().toList(),
                                        pair.cause,
                                        waits.size(),
                                        waits.stream().mapToLong(WaitState::durationNs).sum(),
                                        origins(waits))));
        lines.sort(Comparator.comparingLong(WaitLine::totalNs).reversed());
        return lines.stream().limit(MOST_LINES).toList();
    }

    /** Ranks where waits began, by the time of these waits; at most three. */
    private static List<Integer> origins(List<WaitState> waits) {
        Map<Integer, Long> sums = new TreeMap<>();
        waits.forEach(wait -> sums.merge(wait.origin(), wait.durationNs(), Long::sum));
        return sums.entrySet().stream()
                .sorted(Map.Entry.<Integer, Long>comparingByValue().reversed())
                .limit(MOST_ORIGINS)
                .map(Map.Entry::getKey)
                .toList();
    }

    List<Chosen> algorithms() {
        Map<AlgorithmChoice, Integer> askers = new LinkedHashMap<>();
        for (RankTrack track : trace.tracks()) {
            track.algorithms().stream()
                    .distinct()
                    .forEach(algorithm -> askers.merge(algorithm, 1, Integer::sum));
        }
        List<Chosen> chosen = new ArrayList<>();
        askers.forEach((algorithm, ranks) -> chosen.add(new Chosen(algorithm, ranks)));
        return chosen;
    }

    /** The counters of all ranks; 0 where a rank has none of the name. */
    List<Row<Long>> counters() {
        Map<String, String> units = new TreeMap<>();
        Map<Integer, Map<String, Long>> values = new TreeMap<>();
        for (RankTrack track : trace.tracks()) {
            Map<String, Long> own = new TreeMap<>();
            values.put(track.rank(), own);
            for (CounterReading each : track.counters()) {
                units.put(each.name(), each.unit());
                own.put(each.name(), each.value());
            }
        }
        List<Row<Long>> rows = new ArrayList<>();
        units.forEach(
                (name, unit) ->
                        rows.add(
                                row(name, unit, t -> values.get(t.rank()).getOrDefault(name, 0L))));
        return rows;
    }

    /** Facts about hosts and JVMs of all ranks. */
    List<Row<String>> facts() {
        List<Row<String>> rows = new ArrayList<>();
        rows.add(row("host", "", track -> track.where().host()));
        rows.add(row("node", "", track -> Integer.toString(track.where().node())));
        trace.tracks().stream()
                .flatMap(track -> track.facts().keySet().stream())
                .distinct()
                .forEach(name -> rows.add(row(name, "", t -> t.facts().getOrDefault(name, ""))));
        return rows;
    }
}
