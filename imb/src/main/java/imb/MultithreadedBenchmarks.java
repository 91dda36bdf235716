package imb;

import imb.BenchmarkDefinition.Factory;
import imb.BenchmarkDefinition.Timing;
import imb.operation.Barrier;
import imb.operation.DataMovementBenchmarks;
import imb.operation.ParallelTransfers;
import imb.operation.PingPing;
import imb.operation.PingPong;
import imb.operation.ReductionBenchmarks;
import imb.operation.StreamingBandwidth;

import java.util.List;

/**
 * The benchmarks of IMB-MT: those of IMB-MPI1 in several threads for each rank, each thread with a
 * communicator of its own. Messages go to the rank at half the distance around the ring.
 */
final class MultithreadedBenchmarks {
    private MultithreadedBenchmarks() {}

    static List<BenchmarkDefinition> all() {
        return List.of(
                new BenchmarkDefinition(
                        Suite.MT,
                        "PingPongMT",
                        Timing.LOOP,
                        0.5,
                        1,
                        (job, bytes) -> new PingPong(job, bytes, false)),
                definition(
                        "PingPingMT",
                        Timing.LOOP,
                        1,
                        (job, bytes) -> new PingPing(job, bytes, PingPing.Kind.SEND_FIRST)),
                definition("SendrecvMT", Timing.LOOP, 2, distant(ParallelTransfers.Kind.SENDRECV)),
                definition("ExchangeMT", Timing.LOOP, 4, distant(ParallelTransfers.Kind.EXCHANGE)),
                definition(
                        "UniBandMT",
                        Timing.WINDOW,
                        1,
                        (job, bytes) -> new StreamingBandwidth(job, bytes, false)),
                definition(
                        "BiBandMT",
                        Timing.WINDOW,
                        2,
                        (job, bytes) -> new StreamingBandwidth(job, bytes, true)),
                definition("BarrierMT", Timing.NO_MESSAGE, 0, (job, _) -> new Barrier(job)),
                definition(
                        "BcastMT",
                        Timing.CALLS,
                        0,
                        (job, bytes) ->
                                new DataMovementBenchmarks(
                                        job, bytes, DataMovementBenchmarks.Kind.BCAST)),
                reduction("ReduceMT", ReductionBenchmarks.Kind.REDUCE),
                reduction("AllreduceMT", ReductionBenchmarks.Kind.ALLREDUCE));
    }

    private static Factory distant(ParallelTransfers.Kind kind) {
        return (job, bytes) -> new ParallelTransfers(job, bytes, kind, job.size / 2);
    }

    private static BenchmarkDefinition reduction(String name, ReductionBenchmarks.Kind kind) {
        return definition(
                name,
                Timing.FLOAT_CALLS,
                0,
                (job, bytes) -> new ReductionBenchmarks(job, bytes, kind));
    }

    private static BenchmarkDefinition definition(
            String name, Timing timing, int transfers, Factory factory) {
        return new BenchmarkDefinition(Suite.MT, name, timing, 1, transfers, factory);
    }
}
