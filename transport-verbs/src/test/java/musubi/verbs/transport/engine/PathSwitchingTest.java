package musubi.verbs.transport.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.verbs.transport.VerbsJob;
import musubi.verbs.transport.VerbsTransportProvider;
import musubi.verbs.transport.policy.PathPolicy;
import musubi.verbs.transport.policy.ReceiveHistory;
import musubi.verbs.transport.policy.ReceivePath;
import musubi.verbs.wire.FaultInjectingWire;
import musubi.verbs.wire.Wire;
import musubi.verbs.wire.WireFaults;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Paths that change while messages are in flight. */
class PathSwitchingTest {
    private static final int RANKS = 3;
    private final long seed = Long.getLong("musubi.verbs.seed", System.nanoTime());

    /** Chooses another path each time. */
    private static final class Fickle implements PathPolicy {
        private final Random random;

        Fickle(long seed) {
            random = new Random(seed);
        }

        @Override
        public void assign(ReceiveHistory history, ReceivePath[] paths) {
            for (int i = 0; i < paths.length; i++) {
                paths[i] = ReceivePath.values()[random.nextInt(ReceivePath.values().length)];
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"auto,0", "auto,0.05", "udp,0.05"})
    void shouldKeepOrderWhenPathsChangeUnderLoad(String wire, double chance) throws Exception {
        System.out.println("paths at random: -Dmusubi.verbs.seed=" + seed);
        Random seeds = new Random(seed);
        Supplier<PathPolicy> fickle = () -> new Fickle(seeds.nextLong());
        UnaryOperator<Wire> faults = FaultInjectingWire.with(WireFaults.of(chance, seed));
        var provider = new VerbsTransportProvider(faults, Optional.of(fickle));
        Map<String, String> settings =
                Map.of("verbs.wire", wire, "verbs.period", "1", "verbs.periods", "2");
        try (VerbsJob job = new VerbsJob(RANKS, provider, settings)) {
            int messages = chance > 0 ? 2000 : 8000;
            job.exchange(seed, messages);
            for (int rank = 0; rank < RANKS; rank++) {
                VerbsEngine engine = job.engine(rank);
                assertTrue(engine.changes() > 10, "changes=" + engine.changes());
                assertTrue(engine.ringMessages() > 0, "none through rings");
                assertTrue(engine.rings().pairs().made() > 0, "none over connections");
            }
        }
    }

    @Test
    void shouldGiveRingsToBusySourcesOnlyWhenLimitsAllow() {
        Map<String, String> settings =
                Map.of(
                        "verbs.period", "1",
                        "verbs.periods", "4",
                        "verbs.least.messages", "4",
                        "verbs.least.percent", "10",
                        "verbs.reliable", Integer.toString(2 * 5),
                        "verbs.rings", Integer.toString(2 * 5));
        try (VerbsJob job = new VerbsJob(5, new VerbsTransportProvider(), settings)) {
            int[] messages = {0, 100, 50, 25, 2};
            job.driveUntil(
                    () -> {
                        for (int from = 1; from < 5; from++) {
                            job.drive(from, 0, messages[from]);
                        }
                        return pathsTo(job, 0)
                                .equals(
                                        List.of(
                                                ReceivePath.RELIABLE_RING,
                                                ReceivePath.DYNAMIC_RING,
                                                ReceivePath.SEND));
                    });
            ReliableConnectionPool pairs = job.engine(0).rings().pairs();
            assertEquals(1, pairs.made());
            // The second source is the busiest now.
            job.driveUntil(
                    () -> {
                        job.drive(2, 0, 100);
                        job.drive(3, 0, 50);
                        return pathsTo(job, 0)
                                .equals(
                                        List.of(
                                                ReceivePath.SEND,
                                                ReceivePath.RELIABLE_RING,
                                                ReceivePath.DYNAMIC_RING));
                    });
            assertEquals(1, pairs.made(), "the connection is used for another peer");
        }
    }

    /** Chooses two paths one after the other, and then keeps the second. */
    private static final class TwoWishes implements PathPolicy {
        private int choices;

        @Override
        public void assign(ReceiveHistory history, ReceivePath[] paths) {
            choices += history.all() > 0 ? 1 : 0;
            for (int i = 0; i < paths.length; i++) {
                if (choices == 1 && history.of(i) > 0) {
                    paths[i] = ReceivePath.DYNAMIC_RING;
                } else if (paths[i] == ReceivePath.DYNAMIC_RING) {
                    paths[i] = ReceivePath.RELIABLE_RING;
                }
            }
        }
    }

    @Test
    void shouldOfferTheNextRingWhenTheLastOneIsBack() {
        var provider =
                new VerbsTransportProvider(UnaryOperator.identity(), Optional.of(TwoWishes::new));
        Map<String, String> settings = Map.of("verbs.period", "1", "verbs.periods", "2");
        try (VerbsJob job = new VerbsJob(2, provider, settings)) {
            VerbsPeer source = job.engine(0).peerOf(1);
            job.driveUntil(
                    () -> {
                        job.drive(1, 0, 10);
                        return RingNegotiation.isStable(source)
                                && RingNegotiation.pathOf(source) == ReceivePath.RELIABLE_RING;
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({"0,DYNAMIC_RING", "4,RELIABLE_RING"})
    void shouldSendAgainWhenARingFails(String reliable, ReceivePath path) {
        Map<String, String> settings =
                Map.of("verbs.period", "1", "verbs.periods", "4", "verbs.reliable", reliable);
        try (VerbsJob job = new VerbsJob(2, new VerbsTransportProvider(), settings)) {
            VerbsPeer source = job.engine(0).peerOf(1);
            job.driveUntil(
                    () -> {
                        job.drive(1, 0, 100);
                        return RingNegotiation.isStable(source)
                                && RingNegotiation.pathOf(source) == path;
                    });
            source.localRing.close();
            int before = job.sent(1, 0);
            job.drive(1, 0, 500);
            job.driveUntil(() -> job.arrived(0) == before + 500);
            assertEquals(0, source.distance(before + 500));
        }
    }

    private static List<ReceivePath> pathsTo(VerbsJob job, int rank) {
        return IntStream.rangeClosed(1, 3)
                .mapToObj(from -> job.engine(rank).peerOf(from))
                .map(peer -> RingNegotiation.isStable(peer) ? RingNegotiation.pathOf(peer) : null)
                .toList();
    }
}
