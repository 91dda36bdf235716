package imb;

import imb.BenchmarkDefinition.Factory;
import imb.BenchmarkDefinition.Timing;
import imb.operation.AtomicUpdate;
import imb.operation.Fenced;
import imb.operation.OneSided;
import imb.operation.OneSided.Access;
import imb.operation.OneSided.Pattern;
import imb.operation.Overlap;

import java.util.List;
import java.util.stream.Stream;

/** The benchmarks of IMB-RMA and IMB-EXT. */
final class WindowBenchmarks {
    private WindowBenchmarks() {}

    static List<BenchmarkDefinition> all() {
        return Stream.of(accesses(), updates(), fenced()).flatMap(List::stream).toList();
    }

    private static List<BenchmarkDefinition> accesses() {
        return List.of(
                rma("Unidir_put", Timing.PAIR, 1, Access.PUT, Pattern.ONE_WAY),
                rma("Unidir_get", Timing.PAIR, 1, Access.GET, Pattern.ONE_WAY),
                rma("Bidir_put", Timing.PAIR, 2, Access.PUT, Pattern.BOTH_WAYS),
                rma("Bidir_get", Timing.PAIR, 2, Access.GET, Pattern.BOTH_WAYS),
                rma("One_put_all", Timing.LOOP, 0, Access.PUT, Pattern.ONE_TO_ALL),
                rma("One_get_all", Timing.LOOP, 0, Access.GET, Pattern.ONE_TO_ALL),
                rma("All_put_all", Timing.LOOP, 0, Access.PUT, Pattern.ALL_TO_ALL),
                rma("All_get_all", Timing.LOOP, 0, Access.GET, Pattern.ALL_TO_ALL),
                local("Put_local", Timing.PAIR, Access.PUT, Pattern.ONE_WAY),
                local("Get_local", Timing.PAIR, Access.GET, Pattern.ONE_WAY),
                local("Put_all_local", Timing.LOOP, Access.PUT, Pattern.ONE_TO_ALL),
                local("Get_all_local", Timing.LOOP, Access.GET, Pattern.ONE_TO_ALL),
                rma("Exchange_put", Timing.LOOP, 4, Access.PUT, Pattern.NEIGHBOURS),
                rma("Exchange_get", Timing.LOOP, 4, Access.GET, Pattern.NEIGHBOURS));
    }

    private static List<BenchmarkDefinition> updates() {
        Factory passive =
                (job, bytes) ->
                        new Overlap(new OneSided(job, bytes, Access.PUT, Pattern.ONE_WAY, false));
        return List.of(
                updating("RMA/Accumulate", Access.ACCUMULATE),
                updating("Get_accumulate", Access.GET_ACCUMULATE),
                definition(
                        Suite.RMA,
                        "Fetch_and_op",
                        Timing.NO_MESSAGE_PAIR,
                        0,
                        (job, _) -> new AtomicUpdate(job, false)),
                definition(
                        Suite.RMA,
                        "Compare_and_swap",
                        Timing.NO_MESSAGE_PAIR,
                        0,
                        (job, _) -> new AtomicUpdate(job, true)),
                definition(Suite.RMA, "Truly_passive_put", Timing.OVERLAP, 0, passive),
                definition(
                        Suite.RMA,
                        "Truly_passive_put" + BenchmarkCatalogue.PURE,
                        Timing.OVERLAP.pure(),
                        0,
                        passive));
    }

    private static List<BenchmarkDefinition> fenced() {
        return List.of(
                ext("Window", Timing.LOOP, 0, Fenced.Kind.WINDOW),
                ext("EXT/Unidir_Put", Timing.PAIR, 1, Fenced.Kind.UNIDIR_PUT),
                ext("EXT/Unidir_Get", Timing.PAIR, 1, Fenced.Kind.UNIDIR_GET),
                ext("EXT/Bidir_Put", Timing.PAIR, 2, Fenced.Kind.BIDIR_PUT),
                ext("EXT/Bidir_Get", Timing.PAIR, 2, Fenced.Kind.BIDIR_GET),
                ext("EXT/Accumulate", Timing.FLOAT_LOOP, 0, Fenced.Kind.ACCUMULATE));
    }

    private static BenchmarkDefinition rma(
            String name, Timing timing, int transfers, Access access, Pattern pattern) {
        return definition(
                Suite.RMA,
                name,
                timing,
                transfers,
                (job, bytes) -> new OneSided(job, bytes, access, pattern, false));
    }

    private static BenchmarkDefinition local(
            String name, Timing timing, Access access, Pattern pattern) {
        int transfers = timing == Timing.PAIR ? 1 : 0;
        return definition(
                Suite.RMA,
                name,
                timing,
                transfers,
                (job, bytes) -> new OneSided(job, bytes, access, pattern, true));
    }

    private static BenchmarkDefinition updating(String name, Access access) {
        return definition(
                Suite.RMA,
                name,
                Timing.FLOAT_PAIR,
                1,
                (job, bytes) -> new OneSided(job, bytes, access, Pattern.ONE_WAY, false));
    }

    private static BenchmarkDefinition ext(
            String name, Timing timing, int transfers, Fenced.Kind kind) {
        return definition(
                Suite.EXT, name, timing, transfers, (job, bytes) -> new Fenced(job, bytes, kind));
    }

    private static BenchmarkDefinition definition(
            Suite suite, String name, Timing timing, int transfers, Factory factory) {
        return new BenchmarkDefinition(suite, name, timing, 1, transfers, factory);
    }
}
