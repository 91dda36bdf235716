package imb;

import imb.BenchmarkDefinition.Factory;
import imb.BenchmarkDefinition.Timing;
import imb.operation.PingPing;
import imb.operation.PingPong;
import imb.operation.RandomTransfers;
import imb.operation.RingReplacement;
import imb.operation.Stencil;

import java.util.List;

/** The benchmarks of IMB-P2P: all ranks send messages at once. */
final class ManyPairBenchmarks {
    private ManyPairBenchmarks() {}

    static List<BenchmarkDefinition> all() {
        return List.of(
                definition("P2P/PingPong", 0.5, 1, (job, bytes) -> new PingPong(job, bytes, false)),
                definition(
                        "P2P/PingPing",
                        1,
                        2,
                        (job, bytes) -> new PingPing(job, bytes, PingPing.Kind.RECEIVE_FIRST)),
                definition("Unirandom", 1, 2, random(RandomTransfers.Kind.UNIRANDOM)),
                definition("Birandom", 0.5, 2, random(RandomTransfers.Kind.BIRANDOM)),
                definition("Corandom", 1, 2, random(RandomTransfers.Kind.CORANDOM)),
                definition("SendRecv_Replace", 1, 2, RingReplacement::new),
                definition(
                        "Stencil2D",
                        1.0 / Stencil.neighbours(2),
                        2,
                        (job, bytes) -> new Stencil(job, bytes, 2)),
                definition(
                        "Stencil3D",
                        1.0 / Stencil.neighbours(3),
                        2,
                        (job, bytes) -> new Stencil(job, bytes, 3)));
    }

    private static Factory random(RandomTransfers.Kind kind) {
        return (job, bytes) -> new RandomTransfers(job, bytes, kind);
    }

    private static BenchmarkDefinition definition(
            String name, double share, int transfers, Factory factory) {
        return new BenchmarkDefinition(Suite.P2P, name, Timing.LOOP, share, transfers, factory);
    }
}
