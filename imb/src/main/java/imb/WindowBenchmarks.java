package imb;

import imb.BenchmarkDefinition.Factory;
import imb.BenchmarkDefinition.Timing;
import imb.operation.Aggregation;
import imb.operation.AtomicUpdate;
import imb.operation.Fenced;
import imb.operation.OneSided;
import imb.operation.OneSided.Access;
import imb.operation.OneSided.Pattern;
import imb.operation.Overlap;

import java.util.List;
import java.util.stream.Stream;

/**
 * The benchmarks of IMB-RMA and IMB-EXT, in both modes of IMB: with a synchronisation after each
 * transfer, and, if the name ends in {@link Aggregation#SUFFIX}, after several.
 */
final class WindowBenchmarks {
    private WindowBenchmarks() {}

    static List<BenchmarkDefinition> all() {
        return Stream.of(
                        rma(false),
                        rma(true),
                        List.of(ext("Window", Timing.LOOP, 0, Fenced.Kind.WINDOW, false)),
                        ext(false),
                        ext(true))
                .flatMap(List::stream)
                .toList();
    }

    /** IMB aggregates transfers between two ranks. */
    private static List<BenchmarkDefinition> rma(boolean aggregates) {
        return Stream.of(
                        single(aggregates),
                        updates(aggregates),
                        aggregates ? List.<BenchmarkDefinition>of() : multiple(),
                        aggregates ? List.<BenchmarkDefinition>of() : passive())
                .flatMap(List::stream)
                .toList();
    }

    private static List<BenchmarkDefinition> single(boolean aggregates) {
        return List.of(
                pair("Unidir_put", 1, Access.PUT, Pattern.ONE_WAY, aggregates),
                pair("Unidir_get", 1, Access.GET, Pattern.ONE_WAY, aggregates),
                pair("Bidir_put", 2, Access.PUT, Pattern.BOTH_WAYS, aggregates),
                pair("Bidir_get", 2, Access.GET, Pattern.BOTH_WAYS, aggregates),
                pair("Put_local", 1, Access.PUT, Pattern.ONE_WAY, aggregates),
                pair("Get_local", 1, Access.GET, Pattern.ONE_WAY, aggregates));
    }

    private static List<BenchmarkDefinition> multiple() {
        return List.of(
                loop("One_put_all", 0, Access.PUT, Pattern.ONE_TO_ALL),
                loop("One_get_all", 0, Access.GET, Pattern.ONE_TO_ALL),
                loop("All_put_all", 0, Access.PUT, Pattern.ALL_TO_ALL),
                loop("All_get_all", 0, Access.GET, Pattern.ALL_TO_ALL),
                loop("Put_all_local", 0, Access.PUT, Pattern.ONE_TO_ALL),
                loop("Get_all_local", 0, Access.GET, Pattern.ONE_TO_ALL),
                loop("Exchange_put", 4, Access.PUT, Pattern.NEIGHBOURS),
                loop("Exchange_get", 4, Access.GET, Pattern.NEIGHBOURS));
    }

    private static List<BenchmarkDefinition> updates(boolean aggregates) {
        return List.of(
                updating("RMA/Accumulate", Access.ACCUMULATE, aggregates),
                updating("Get_accumulate", Access.GET_ACCUMULATE, aggregates),
                atomic("Fetch_and_op", false, aggregates),
                atomic("Compare_and_swap", true, aggregates));
    }

    private static List<BenchmarkDefinition> passive() {
        Factory passive =
                (job, bytes) ->
                        new Overlap(
                                new OneSided(job, bytes, Access.PUT, Pattern.ONE_WAY, false, 1));
        String name = "Truly_passive_put";
        return List.of(
                definition(Suite.RMA, name, Timing.OVERLAP, 0, passive),
                definition(
                        Suite.RMA,
                        name + BenchmarkCatalogue.PURE,
                        Timing.OVERLAP.pure(),
                        0,
                        passive));
    }

    private static List<BenchmarkDefinition> ext(boolean aggregates) {
        return List.of(
                ext("EXT/Unidir_Put", Timing.PAIR, 1, Fenced.Kind.UNIDIR_PUT, aggregates),
                ext("EXT/Unidir_Get", Timing.PAIR, 1, Fenced.Kind.UNIDIR_GET, aggregates),
                ext("EXT/Bidir_Put", Timing.PAIR, 2, Fenced.Kind.BIDIR_PUT, aggregates),
                ext("EXT/Bidir_Get", Timing.PAIR, 2, Fenced.Kind.BIDIR_GET, aggregates),
                ext("EXT/Accumulate", Timing.FLOAT_LOOP, 0, Fenced.Kind.ACCUMULATE, aggregates));
    }

    private static String name(String ofOne, boolean aggregates) {
        return aggregates ? ofOne + Aggregation.SUFFIX : ofOne;
    }

    private static int repeated(int bytes, boolean aggregates) {
        return aggregates ? Aggregation.transfers(bytes) : 1;
    }

    private static BenchmarkDefinition pair(
            String name, int transfers, Access access, Pattern pattern, boolean aggregates) {
        boolean local = name.endsWith("_local");
        return definition(
                Suite.RMA,
                name(name, aggregates),
                Timing.PAIR,
                transfers,
                (job, bytes) ->
                        new OneSided(
                                job, bytes, access, pattern, local, repeated(bytes, aggregates)));
    }

    private static BenchmarkDefinition loop(
            String name, int transfers, Access access, Pattern pattern) {
        boolean local = name.endsWith("_local");
        return definition(
                Suite.RMA,
                name,
                Timing.LOOP,
                transfers,
                (job, bytes) -> new OneSided(job, bytes, access, pattern, local, 1));
    }

    private static BenchmarkDefinition updating(String name, Access access, boolean aggregates) {
        return definition(
                Suite.RMA,
                name(name, aggregates),
                Timing.FLOAT_PAIR,
                1,
                (job, bytes) ->
                        new OneSided(
                                job,
                                bytes,
                                access,
                                Pattern.ONE_WAY,
                                false,
                                repeated(bytes, aggregates)));
    }

    private static BenchmarkDefinition atomic(String name, boolean swap, boolean aggregates) {
        return definition(
                Suite.RMA,
                name(name, aggregates),
                Timing.NO_MESSAGE_PAIR,
                0,
                (job, bytes) -> new AtomicUpdate(job, swap, repeated(bytes, aggregates)));
    }

    private static BenchmarkDefinition ext(
            String name, Timing timing, int transfers, Fenced.Kind kind, boolean aggregates) {
        return definition(
                Suite.EXT,
                name(name, aggregates),
                timing,
                transfers,
                (job, bytes) -> new Fenced(job, bytes, kind, repeated(bytes, aggregates)));
    }

    private static BenchmarkDefinition definition(
            Suite suite, String name, Timing timing, int transfers, Factory factory) {
        return new BenchmarkDefinition(suite, name, timing, 1, transfers, factory);
    }
}
