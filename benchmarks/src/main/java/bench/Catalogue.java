package bench;

import bench.Definition.Timing;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All benchmarks, under the names of IMB-MPI1 and IMB-NBC; a benchmark is added here. */
final class Catalogue {
    static final List<Definition> ALL =
            Stream.of(pairs(), parallel(), collectives(), nonBlocking())
                    .flatMap(List::stream)
                    .toList();

    private Catalogue() {}

    /** The benchmarks with these names, in any case; all when there is no name. */
    static List<Definition> named(List<String> names) {
        if (names.isEmpty()) {
            return ALL;
        }
        List<Definition> chosen = new ArrayList<>();
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
                        + String.join(" ", ALL.stream().map(Definition::name).toList()));
    }

    private static List<Definition> pairs() {
        return List.of(
                pingPong("PingPong", false),
                pingPong("PingPongSpecificSource", false),
                pingPong("PingPongAnySource", true),
                pingPing("PingPing", false),
                pingPing("PingPingSpecificSource", false),
                pingPing("PingPingAnySource", true));
    }

    private static Definition pingPong(String name, boolean anySource) {
        return new Definition(
                name, Timing.ROUND_TRIP, 1, (job, bytes) -> new PingPong(job, bytes, anySource));
    }

    private static Definition pingPing(String name, boolean anySource) {
        return new Definition(
                name, Timing.PAIR, 1, (job, bytes) -> new PingPing(job, bytes, anySource));
    }

    private static List<Definition> parallel() {
        return List.of(
                new Definition(
                        "Sendrecv",
                        Timing.LOOP,
                        2,
                        (job, bytes) -> new Chain(job, bytes, Chain.Kind.SENDRECV)),
                new Definition(
                        "Exchange",
                        Timing.LOOP,
                        4,
                        (job, bytes) -> new Chain(job, bytes, Chain.Kind.EXCHANGE)),
                new Definition(
                        "Uniband",
                        Timing.WINDOW,
                        1,
                        (job, bytes) -> new Windows(job, bytes, false)),
                new Definition(
                        "Biband", Timing.WINDOW, 2, (job, bytes) -> new Windows(job, bytes, true)));
    }

    private static List<Definition> collectives() {
        List<Definition> all = new ArrayList<>();
        all.add(new Definition("Barrier", Timing.NO_MESSAGE, 0, (job, _) -> new Barrier(job)));
        for (Moves.Kind kind : Moves.Kind.values()) {
            all.add(
                    new Definition(
                            capitalised(kind),
                            Timing.CALLS,
                            0,
                            (job, bytes) -> new Moves(job, bytes, kind)));
        }
        for (Reductions.Kind kind : Reductions.Kind.values()) {
            all.add(
                    new Definition(
                            capitalised(kind),
                            Timing.FLOAT_CALLS,
                            0,
                            (job, bytes) -> new Reductions(job, bytes, kind)));
        }
        return all;
    }

    private static List<Definition> nonBlocking() {
        List<Definition> all = new ArrayList<>();
        all.add(
                overlap(
                        "IsendIrecv",
                        Timing.OVERLAP,
                        (job, bytes) -> new Chain(job, bytes, Chain.Kind.ISEND_IRECV)));
        all.add(overlap("Ibarrier", Timing.NO_MESSAGE_OVERLAP, (job, _) -> new Barrier(job)));
        for (Moves.Kind kind : Moves.Kind.values()) {
            all.add(
                    overlap(
                            "I" + lowerCase(kind),
                            Timing.OVERLAP,
                            (job, bytes) -> new Moves(job, bytes, kind)));
        }
        for (Reductions.Kind kind : Reductions.Kind.values()) {
            all.add(
                    overlap(
                            "I" + lowerCase(kind),
                            Timing.FLOAT_OVERLAP,
                            (job, bytes) -> new Reductions(job, bytes, kind)));
        }
        return all;
    }

    private interface NonBlockingFactory {
        NonBlocking create(Job job, int bytes);
    }

    private static Definition overlap(String name, Timing timing, NonBlockingFactory factory) {
        return new Definition(
                name, timing, 0, (job, bytes) -> new Overlap(factory.create(job, bytes)));
    }

    private static String lowerCase(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String capitalised(Enum<?> kind) {
        return kind.name().charAt(0) + lowerCase(kind).substring(1);
    }
}
