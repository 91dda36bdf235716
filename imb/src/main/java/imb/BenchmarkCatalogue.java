package imb;

import imb.BenchmarkDefinition.Factory;
import imb.BenchmarkDefinition.Timing;
import imb.operation.Barrier;
import imb.operation.BenchmarkContext;
import imb.operation.DataMovementBenchmarks;
import imb.operation.LocalReduction;
import imb.operation.NonBlocking;
import imb.operation.Overlap;
import imb.operation.ParallelTransfers;
import imb.operation.PingPing;
import imb.operation.PingPong;
import imb.operation.ReductionBenchmarks;
import imb.operation.StreamingBandwidth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** All benchmarks, by the names of IMB. New benchmarks are added here. */
final class BenchmarkCatalogue {
    /** End of the names of non-blocking benchmarks without computation. */
    static final String PURE = "_pure";

    static final List<BenchmarkDefinition> ALL =
            Stream.of(
                            pairs(),
                            parallel(),
                            collectives(),
                            nonBlocking(),
                            MultithreadedBenchmarks.all(),
                            ManyPairBenchmarks.all(),
                            WindowBenchmarks.all())
                    .flatMap(List::stream)
                    .toList();

    private BenchmarkCatalogue() {}

    /**
     * The benchmarks of a list of names and suites, ignoring case; those of MPI1 for an empty list.
     * A suite stands for all its benchmarks but those that others include.
     */
    static List<BenchmarkDefinition> named(List<String> names) {
        if (names.isEmpty()) {
            return of(Suite.MPI1);
        }
        List<BenchmarkDefinition> chosen = new ArrayList<>();
        for (String name : names) {
            Suite.named(name)
                    .ifPresentOrElse(
                            suite -> chosen.addAll(of(suite)), () -> chosen.add(one(name)));
        }
        return chosen.stream().distinct().toList();
    }

    private static List<BenchmarkDefinition> of(Suite suite) {
        return ALL.stream()
                .filter(each -> each.suite() == suite && !each.name().endsWith(PURE))
                .toList();
    }

    private static BenchmarkDefinition one(String name) {
        return ALL.stream()
                .filter(each -> each.hasName(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
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
                Suite.MPI1,
                name,
                Timing.PAIR,
                0.5,
                1,
                (job, bytes) -> new PingPong(job, bytes, anySource));
    }

    private static BenchmarkDefinition pingPing(String name, boolean anySource) {
        PingPing.Kind kind = anySource ? PingPing.Kind.ANY_SOURCE : PingPing.Kind.SEND_FIRST;
        return mpi1(name, Timing.PAIR, 1, (job, bytes) -> new PingPing(job, bytes, kind));
    }

    private static BenchmarkDefinition mpi1(
            String name, Timing timing, int transfers, Factory factory) {
        return new BenchmarkDefinition(Suite.MPI1, name, timing, 1, transfers, factory);
    }

    private static List<BenchmarkDefinition> parallel() {
        return List.of(
                mpi1(
                        "Sendrecv",
                        Timing.LOOP,
                        2,
                        (job, bytes) ->
                                new ParallelTransfers(job, bytes, ParallelTransfers.Kind.SENDRECV)),
                mpi1(
                        "Exchange",
                        Timing.LOOP,
                        4,
                        (job, bytes) ->
                                new ParallelTransfers(job, bytes, ParallelTransfers.Kind.EXCHANGE)),
                mpi1(
                        "Uniband",
                        Timing.WINDOW,
                        1,
                        (job, bytes) -> new StreamingBandwidth(job, bytes, false)),
                mpi1(
                        "Biband",
                        Timing.WINDOW,
                        2,
                        (job, bytes) -> new StreamingBandwidth(job, bytes, true)));
    }

    private static List<BenchmarkDefinition> collectives() {
        List<BenchmarkDefinition> all = new ArrayList<>();
        all.add(mpi1("Barrier", Timing.NO_MESSAGE, 0, (job, _) -> new Barrier(job)));
        for (DataMovementBenchmarks.Kind kind : DataMovementBenchmarks.Kind.values()) {
            all.add(
                    mpi1(
                            capitalised(kind),
                            Timing.CALLS,
                            0,
                            (job, bytes) -> new DataMovementBenchmarks(job, bytes, kind)));
        }
        for (ReductionBenchmarks.Kind kind : ReductionBenchmarks.Kind.values()) {
            all.add(
                    mpi1(
                            capitalised(kind),
                            Timing.FLOAT_CALLS,
                            0,
                            (job, bytes) -> new ReductionBenchmarks(job, bytes, kind)));
        }
        all.add(mpi1("Reduce_local", Timing.FLOAT_CALLS, 0, LocalReduction::new));
        return all;
    }

    private static List<BenchmarkDefinition> nonBlocking() {
        List<BenchmarkDefinition> all = new ArrayList<>();
        addOverlap(
                all,
                "IsendIrecv",
                Timing.OVERLAP,
                (job, bytes) ->
                        new ParallelTransfers(job, bytes, ParallelTransfers.Kind.ISEND_IRECV));
        addOverlap(all, "Ibarrier", Timing.NO_MESSAGE_OVERLAP, (job, _) -> new Barrier(job));
        for (DataMovementBenchmarks.Kind kind : DataMovementBenchmarks.Kind.values()) {
            addOverlap(
                    all,
                    "I" + lowerCase(kind),
                    Timing.OVERLAP,
                    (job, bytes) -> new DataMovementBenchmarks(job, bytes, kind));
        }
        for (ReductionBenchmarks.Kind kind : ReductionBenchmarks.Kind.values()) {
            addOverlap(
                    all,
                    "I" + lowerCase(kind),
                    Timing.FLOAT_OVERLAP,
                    (job, bytes) -> new ReductionBenchmarks(job, bytes, kind));
        }
        return all;
    }

    private interface NonBlockingFactory {
        NonBlocking create(BenchmarkContext job, int bytes);
    }

    /** Adds a benchmark with computation, and its twin without. */
    private static void addOverlap(
            List<BenchmarkDefinition> all,
            String name,
            Timing timing,
            NonBlockingFactory operations) {
        Factory factory = (job, bytes) -> new Overlap(operations.create(job, bytes));
        all.add(new BenchmarkDefinition(Suite.NBC, name, timing, 1, 0, factory));
        all.add(new BenchmarkDefinition(Suite.NBC, name + PURE, timing.pure(), 1, 0, factory));
    }

    private static String lowerCase(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String capitalised(Enum<?> kind) {
        return kind.name().charAt(0) + lowerCase(kind).substring(1);
    }
}
