package bench;

import bench.BenchmarkDefinition.Timing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All benchmarks, by the names of IMB-MPI1 and IMB-NBC. New benchmarks are added here. */
final class BenchmarkCatalogue {
    static final List<BenchmarkDefinition> ALL =
            Stream.of(pairs(), parallel(), collectives(), nonBlocking())
                    .flatMap(List::stream)
                    .toList();

    private BenchmarkCatalogue() {}

    /** The benchmarks of a list of names, ignoring case; all for an empty list. */
    static List<BenchmarkDefinition> named(List<String> names) {
        if (names.isEmpty()) {
            return ALL;
        }
        List<BenchmarkDefinition> chosen = new ArrayList<>();
        for (String name : names) {
            chosen.add(
                    ALL.stream()
                            .filter(definition -> definition.name().equalsIgnoreCase(name))
                            .findFirst()
                            .orElseThrow(() -> unknown(name)));
        }
        return chosen;
    }

    private static IllegalArgumentException unknown(String name) {
        return new IllegalArgumentException(
                "no such benchmark: "
                        + name
                        + "; there are "
                        + String.join(" ", ALL.stream().map(BenchmarkDefinition::name).toList()));
    }

    private static List<BenchmarkDefinition> pairs() {
        return List.of(
                pingPong("PingPong", false),
                pingPong("PingPongSpecificSource", false),
                pingPong("PingPongAnySource", true),
                pingPing("PingPing", false),
                pingPing("PingPingSpecificSource", false),
                pingPing("PingPingAnySource", true));
    }

    private static BenchmarkDefinition pingPong(String name, boolean anySource) {
        return new BenchmarkDefinition(
                name, Timing.ROUND_TRIP, 1, (job, bytes) -> new PingPong(job, bytes, anySource));
    }

    private static BenchmarkDefinition pingPing(String name, boolean anySource) {
        return new BenchmarkDefinition(
                name, Timing.PAIR, 1, (job, bytes) -> new PingPing(job, bytes, anySource));
    }

    private static List<BenchmarkDefinition> parallel() {
        return List.of(
                new BenchmarkDefinition(
                        "Sendrecv",
                        Timing.LOOP,
                        2,
                        (job, bytes) ->
                                new ParallelTransfers(job, bytes, ParallelTransfers.Kind.SENDRECV)),
                new BenchmarkDefinition(
                        "Exchange",
                        Timing.LOOP,
                        4,
                        (job, bytes) ->
                                new ParallelTransfers(job, bytes, ParallelTransfers.Kind.EXCHANGE)),
                new BenchmarkDefinition(
                        "Uniband",
                        Timing.WINDOW,
                        1,
                        (job, bytes) -> new StreamingBandwidth(job, bytes, false)),
                new BenchmarkDefinition(
                        "Biband",
                        Timing.WINDOW,
                        2,
                        (job, bytes) -> new StreamingBandwidth(job, bytes, true)));
    }

    private static List<BenchmarkDefinition> collectives() {
        List<BenchmarkDefinition> all = new ArrayList<>();
        all.add(
                new BenchmarkDefinition(
                        "Barrier", Timing.NO_MESSAGE, 0, (job, _) -> new Barrier(job)));
        for (DataMovementBenchmarks.Kind kind : DataMovementBenchmarks.Kind.values()) {
            all.add(
                    new BenchmarkDefinition(
                            capitalised(kind),
                            Timing.CALLS,
                            0,
                            (job, bytes) -> new DataMovementBenchmarks(job, bytes, kind)));
        }
        for (ReductionBenchmarks.Kind kind : ReductionBenchmarks.Kind.values()) {
            all.add(
                    new BenchmarkDefinition(
                            capitalised(kind),
                            Timing.FLOAT_CALLS,
                            0,
                            (job, bytes) -> new ReductionBenchmarks(job, bytes, kind)));
        }
        return all;
    }

    private static List<BenchmarkDefinition> nonBlocking() {
        List<BenchmarkDefinition> all = new ArrayList<>();
        all.add(
                overlap(
                        "IsendIrecv",
                        Timing.OVERLAP,
                        (job, bytes) ->
                                new ParallelTransfers(
                                        job, bytes, ParallelTransfers.Kind.ISEND_IRECV)));
        all.add(overlap("Ibarrier", Timing.NO_MESSAGE_OVERLAP, (job, _) -> new Barrier(job)));
        for (DataMovementBenchmarks.Kind kind : DataMovementBenchmarks.Kind.values()) {
            all.add(
                    overlap(
                            "I" + lowerCase(kind),
                            Timing.OVERLAP,
                            (job, bytes) -> new DataMovementBenchmarks(job, bytes, kind)));
        }
        for (ReductionBenchmarks.Kind kind : ReductionBenchmarks.Kind.values()) {
            all.add(
                    overlap(
                            "I" + lowerCase(kind),
                            Timing.FLOAT_OVERLAP,
                            (job, bytes) -> new ReductionBenchmarks(job, bytes, kind)));
        }
        return all;
    }

    private interface NonBlockingFactory {
        NonBlocking create(BenchmarkContext job, int bytes);
    }

    private static BenchmarkDefinition overlap(
            String name, Timing timing, NonBlockingFactory factory) {
        return new BenchmarkDefinition(
                name, timing, 0, (job, bytes) -> new Overlap(factory.create(job, bytes)));
    }

    private static String lowerCase(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String capitalised(Enum<?> kind) {
        return kind.name().charAt(0) + lowerCase(kind).substring(1);
    }
}
