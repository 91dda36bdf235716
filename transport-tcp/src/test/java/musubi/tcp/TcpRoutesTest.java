package musubi.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.adi.PeerRoutes.Route;
import musubi.config.Setting;
import musubi.tcp.config.TcpSettings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;

/** Messages over several routes, through relays in this process. */
final class TcpRoutesTest {
    private static final long SEED = Long.getLong("routes.seed", System.nanoTime());
    private static final int MESSAGES = Integer.getInteger("musubi.test.routes", 10_000);
    private static final int LARGE_MESSAGES = Integer.getInteger("musubi.test.routes", 300);
    private static final int LIMIT = 3000;
    private static final int LARGE = 1_000_000;

    /** Connections without use end before. */
    private static final long IDLE_NS = 20_000_000;

    private static final Map<String, String> PLAIN = Map.of();

    /** Half of them short, the others of any size up to 40 kB. */
    private static int randomSize(int number) {
        long hash = (number + SEED) * 0x9e3779b97f4a7c15L;
        int random = (int) (hash >>> 40);
        return number % 2 == 0 ? random % 100 : random % 40_000;
    }

    private static int shortOrLarge(int number) {
        return number % 2 == 0 ? 1 : LARGE;
    }

    /** Short messages directly, larger ones through two relays. */
    private static ChosenRoutes split(Relays relays) {
        return new ChosenRoutes(ChosenRoutes.DIRECT).above(LIMIT, relays.via(0, 1));
    }

    private static RelayedPair pair(Map<String, String> settings, IntUnaryOperator bytesOf) {
        System.out.println("routes.seed=" + SEED);
        return new RelayedPair(settings, bytesOf);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tcp.crc", "tcp.tls", "tcp.mac", "tcp.loop", "tcp.streams"})
    void shouldKeepTheOrderWhenSizesTakeDifferentRoutes(String mode) {
        Map<String, String> settings =
                switch (mode) {
                    case "" -> PLAIN;
                    case "tcp.tls" -> TcpTlsTransportContractTest.TLS;
                    case "tcp.mac" -> TcpMacTransportContractTest.settings("hmac-sha256");
                    case "tcp.loop" -> Map.of(mode, "nio");
                    case "tcp.streams" -> Map.of(mode, "3");
                    default -> Map.of(mode, "true");
                };
        // The first compiler's encryption takes twenty times as long.
        int messages = mode.equals("tcp.tls") || mode.equals("tcp.mac") ? MESSAGES / 20 : MESSAGES;
        try (RelayedPair pair = pair(settings, TcpRoutesTest::randomSize)) {
            Relays relays = pair.relays(2);
            pair.joinBoth(split(relays), split(relays));
            pair.connect(0);
            pair.connect(1);
            pair.exchange(messages, 0, 1);
            assertTrue(relays.server(0).counters().circuits() > 0);
        }
    }

    @Test
    void shouldKeepTheOrderWhenShortAndLargeMessagesAlternate() {
        try (RelayedPair pair = pair(PLAIN, TcpRoutesTest::shortOrLarge)) {
            Relays relays = pair.relays(2);
            pair.joinBoth(split(relays), split(relays));
            pair.connect(0);
            pair.exchange(LARGE_MESSAGES, 1);
            assertEquals(1, relays.server(0).counters().circuits());
            assertEquals(1, relays.server(1).counters().circuits());
        }
    }

    @Test
    void shouldConnectOnceWhenBothRanksCallThroughRelays() {
        try (RelayedPair pair = pair(PLAIN, _ -> 100)) {
            Relays relays = pair.relays(1);
            ChosenRoutes routes = new ChosenRoutes(relays.via(0));
            pair.joinBoth(routes, routes);
            pair.connect(0);
            pair.connect(1);
            pair.exchange(200, 0, 1);
            assertEquals(1, ((TcpTransport) pair.transports.get(0)).connectionCount());
            assertEquals(1, ((TcpTransport) pair.transports.get(1)).connectionCount());
        }
    }

    @Test
    void shouldTakeTheNextRouteWhenARelayDiesWithMessagesInFlight() {
        try (RelayedPair pair = pair(PLAIN, TcpRoutesTest::randomSize)) {
            Relays relays = pair.relays(2);
            ChosenRoutes routes =
                    new ChosenRoutes(ChosenRoutes.DIRECT)
                            .above(LIMIT, relays.via(0), relays.via(1));
            pair.joinBoth(routes, routes);
            pair.connect(0);
            NumberedMessages there = pair.to.get(1);
            pair.pollUntil(
                    () -> {
                        there.trySend();
                        return there.arrived() > 200 && there.sent() > there.arrived();
                    });
            assertEquals(0, relays.server(1).counters().circuits());
            relays.kill(0);
            pair.exchange(2_000, 1);
            assertTrue(relays.server(1).counters().circuits() > 0);
            assertNull(there.lost());
        }
    }

    @Test
    void shouldConnectDirectlyWhenARelayIsUnreachable() throws IOException {
        int closedPort;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closedPort = socket.getLocalPort();
        }
        try (RelayedPair pair = pair(PLAIN, _ -> 100)) {
            Route nowhere = Relays.viaPort(0, closedPort);
            pair.joinBoth(new ChosenRoutes(nowhere, ChosenRoutes.DIRECT), null);
            pair.connect(0);
            pair.exchange(10, 1);
        }
    }

    @Test
    void shouldConnectDirectlyWhenARelayHasAnotherSecret() {
        Map<String, String> settings = Map.of(TcpSettings.SECRET.name(), "right");
        try (RelayedPair pair = pair(settings, _ -> 100)) {
            Relays relays = pair.relays(1, "wrong");
            pair.joinBoth(new ChosenRoutes(relays.via(0), ChosenRoutes.DIRECT), null);
            pair.connect(0);
            pair.exchange(10, 1);
            assertEquals(0, relays.server(0).counters().circuits());
        }
    }

    /** A rank that starts its event loop resets what its kernel has accepted before. */
    @Test
    void shouldKeepTheDirectRouteWhenThePeerStartsAfterTheCall() {
        try (RelayedPair pair = pair(PLAIN, _ -> 100)) {
            Relays relays = pair.relays(1);
            pair.joinBoth(new ChosenRoutes(ChosenRoutes.DIRECT, relays.via(0)), null);
            pair.connect(0);
            pair.exchange(10, 1);
            assertEquals(0, relays.server(0).counters().circuits());
        }
    }

    @Test
    void shouldNameTheRefusalOfTheRelayWhenThereIsNoOtherRoute() {
        Map<String, String> settings = Map.of(TcpSettings.SECRET.name(), "right");
        try (RelayedPair pair = pair(settings, _ -> 100)) {
            Relays relays = pair.relays(1, "wrong");
            pair.joinBoth(new ChosenRoutes(relays.via(0)), null);
            pair.connect(0);
            NumberedMessages here = pair.to.get(0);
            pair.pollUntil(() -> here.lost() != null);
            String lost = here.lost();
            assertTrue(lost.contains("relay 0") && lost.contains("secret"), lost);
        }
    }

    @Test
    void shouldMoveConnectionsWhenRoutesChange() {
        try (RelayedPair pair = pair(PLAIN, TcpRoutesTest::randomSize)) {
            Relays relays = pair.relays(2);
            ChosenRoutes routes = new ChosenRoutes(ChosenRoutes.DIRECT);
            pair.joinBoth(routes, null);
            pair.connect(0);
            pair.exchange(100, 1);
            assertEquals(0, relays.server(0).counters().circuits());
            routes.above(LIMIT, relays.via(0));
            pair.exchange(200, 1);
            assertEquals(1, relays.server(0).counters().circuits());
            routes.change(relays.via(1));
            pair.exchange(300, 1);
            assertEquals(1, relays.server(0).counters().circuits());
            assertEquals(1, relays.server(1).counters().circuits());
            routes.change(ChosenRoutes.DIRECT);
            relays.kill(0);
            pair.exchange(400, 1);
            assertEquals(1, relays.server(1).counters().circuits());
        }
    }

    /** Ranks that have measured other links differ in the classes that they have. */
    @Test
    void shouldKeepTheConnectionOfAClassThatOnlyThePeerHas() {
        try (RelayedPair pair = pair(PLAIN, TcpRoutesTest::randomSize)) {
            Relays relays = pair.relays(2);
            ChosenRoutes other = split(relays);
            pair.joinBoth(split(relays), other);
            pair.connect(0);
            pair.connect(1);
            pair.exchange(100, 0, 1);
            other.change(ChosenRoutes.DIRECT);
            for (int total = 110; total < 200; total += 10) {
                pair.exchange(total, 0, 1);
                long end = System.nanoTime() + IDLE_NS;
                pair.pollUntil(() -> System.nanoTime() > end);
            }
            long circuits = relays.server(0).counters().circuits();
            assertTrue(circuits <= 3, () -> "circuits=" + circuits);
        }
    }

    /** The kernel measures up to the relay only, on either side. */
    @Test
    void shouldHaveALongPathWhenALinkBehindTheRelayIsLong() {
        Map<String, String> settings = Map.of(Setting.LONG_PATH.name(), "60000000");
        try (RelayedPair pair = pair(settings, _ -> 100)) {
            ChosenRoutes there = new ChosenRoutes(pair.relays(1).via(0));
            ChosenRoutes back = new ChosenRoutes(ChosenRoutes.DIRECT);
            pair.joinBoth(there, back);
            pair.connect(0);
            pair.connect(1);
            pair.exchange(100, 0, 1);
            assertEquals(List.of(0L, 0L), pair.longPathBytes());
            there.measured(60_000_000);
            back.measured(60_000_000);
            pair.exchange(200, 0, 1);
            pair.pollUntil(
                    () -> {
                        pair.to.forEach(NumberedMessages::trySend);
                        return !pair.longPathBytes().contains(0L);
                    });
        }
    }

    @Test
    void shouldMoveBusyConnectionsWhenRoutesChange() {
        try (RelayedPair pair = pair(PLAIN, TcpRoutesTest::randomSize)) {
            Relays relays = pair.relays(2);
            ChosenRoutes routes = new ChosenRoutes(relays.via(0));
            pair.joinBoth(routes, routes);
            pair.connect(0);
            pair.connect(1);
            NumberedMessages there = pair.to.get(1);
            for (int change = 1; change <= 20; change++) {
                int most = 100 * change;
                pair.pollUntil(
                        () -> {
                            there.trySend();
                            return there.sent() >= most || there.sent() > there.arrived() + 1;
                        });
                routes.change(relays.via(change % 2));
                pair.exchange(most, 0, 1);
            }
            assertTrue(relays.server(1).counters().circuits() > 1);
            assertNull(there.lost());
        }
    }

    @Test
    void shouldResendWhatADefectivePathDamages() throws IOException {
        Map<String, String> settings = Map.of(TcpSettings.CHECKSUMS.name(), "true");
        AtomicInteger faults = new AtomicInteger(40);
        List<Fault> menu = List.of(Fault.CORRUPT);
        try (RelayedPair pair = pair(settings, TcpRoutesTest::randomSize);
                ChaosProxy path =
                        new ChaosProxy(
                                pair.relays(1).server(0).address(), SEED, menu, 50_000, faults)) {
            ChosenRoutes routes =
                    new ChosenRoutes(ChosenRoutes.DIRECT)
                            .above(LIMIT, Relays.viaPort(0, path.port()));
            pair.joinBoth(routes, routes);
            pair.connect(0);
            pair.connect(1);
            pair.exchange(2_000, 0, 1);
            assertTrue(faults.get() < 40, "no byte was damaged");
            System.out.println(path.counts());
        }
    }
}
