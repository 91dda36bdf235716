package musubi.tcp;

import musubi.adi.PeerRoutes.Relay;
import musubi.adi.PeerRoutes.Route;
import musubi.tcp.relay.RelayKey;
import musubi.tcp.relay.RelayOptions;
import musubi.tcp.relay.RelayServer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Relays of a job in this process. */
final class Relays implements AutoCloseable {
    private static final int CHUNK_BYTES = 64 << 10;

    private final List<RelayServer> servers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    /**
     * Relays that run.
     *
     * @param secret null for none
     */
    Relays(String jobId, String secret, int count) {
        byte[] bytes = secret == null ? null : secret.getBytes(StandardCharsets.UTF_8);
        RelayKey key = new RelayKey(jobId, bytes);
        try {
            for (int id = 0; id < count; id++) {
                InetAddress loopback = InetAddress.getLoopbackAddress();
                RelayServer server = RelayServer.open(RelayOptions.at(id, key, loopback));
                servers.add(server);
                threads.add(Thread.ofPlatform().daemon().name("relay-" + id).start(server));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    RelayServer server(int id) {
        return servers.get(id);
    }

    /** The route through relays in this order. */
    Route via(int... ids) {
        List<Relay> relays =
                IntStream.of(ids)
                        .mapToObj(
                                id -> new Relay(id, "127.0.0.1:" + server(id).address().getPort()))
                        .toList();
        return new Route(relays, CHUNK_BYTES);
    }

    /** The route through another port, that of a proxy of a relay. */
    static Route viaPort(int id, int port) {
        return new Route(List.of(new Relay(id, "127.0.0.1:" + port)), CHUNK_BYTES);
    }

    /** Ends a relay with all its circuits; returns when they have ended. */
    void kill(int id) {
        servers.get(id).close();
        try {
            threads.get(id).join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        for (int id = 0; id < servers.size(); id++) {
            kill(id);
        }
    }
}
