package musubi.tcp.relay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import musubi.tcp.relay.CircuitHeader.Hop;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Relays in this process, sockets that stand for ranks, and circuits between them. */
final class RelayJob implements AutoCloseable {
    static final RelayKey KEY =
            new RelayKey("relay-job", "secret".getBytes(StandardCharsets.UTF_8));
    static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
    static final int CHUNK_BYTES = 64 << 10;

    private final List<Closeable> parts = new ArrayList<>();
    private final Map<RelayServer, Thread> threads = new HashMap<>();

    /** A relay that runs. */
    RelayServer relay(int id) throws IOException {
        return relay(RelayOptions.at(id, KEY, LOOPBACK));
    }

    RelayServer relay(RelayOptions options) throws IOException {
        return relay(options, (_, _) -> {});
    }

    RelayServer relay(RelayOptions options, BiConsumer<Integer, Boolean> reached)
            throws IOException {
        RelayServer server = RelayServer.open(options, reached);
        parts.add(server);
        threads.put(server, Thread.ofPlatform().name("relay-" + options.id()).start(server));
        return server;
    }

    /** Ends a relay; its port is free afterwards. */
    void end(RelayServer server) throws InterruptedException {
        server.close();
        threads.get(server).join();
    }

    /** A socket that listens as a rank does. */
    ServerSocket rank() throws IOException {
        ServerSocket rank = new ServerSocket(0, 100, LOOPBACK);
        parts.add(rank);
        return rank;
    }

    static Hop hop(int id, RelayServer relay) {
        return new Hop(id, relay.address());
    }

    static Hop hop(int rank, ServerSocket socket) {
        return new Hop(rank, (InetSocketAddress) socket.getLocalSocketAddress());
    }

    /** Sends an opening to a relay; the status is unread. */
    Socket open(RelayServer relay, RelayKey key, CircuitHeader header) throws IOException {
        SocketChannel channel = SocketChannel.open(relay.address());
        parts.add(channel);
        Socket socket = channel.socket();
        byte[] challenge = socket.getInputStream().readNBytes(RelayOpening.CHALLENGE_BYTES);
        socket.getOutputStream().write(header.opening().encode(key, challenge));
        return socket;
    }

    /** A circuit that is connected. */
    Socket circuit(RelayServer relay, Hop... hops) throws IOException {
        Socket socket = open(relay, KEY, CircuitHeader.begin(CHUNK_BYTES, List.of(hops)));
        CircuitStatus status = status(socket);
        assertEquals(new CircuitStatus(CircuitStatus.CONNECTED, ""), status);
        return socket;
    }

    static CircuitStatus status(Socket socket) throws IOException {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] prefix = in.readNBytes(CircuitStatus.PREFIX_BYTES);
        return CircuitStatus.decode(prefix, in.readNBytes(CircuitStatus.textBytes(prefix)));
    }

    /** Sends random bytes and checks what arrives. */
    static void transfer(Socket from, Socket to, int bytes) throws Exception {
        byte[] sent = new byte[bytes];
        new Random(bytes).nextBytes(sent);
        CompletableFuture<Void> sending =
                CompletableFuture.runAsync(
                        () -> {
                            try {
                                from.getOutputStream().write(sent);
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        assertArrayEquals(sent, to.getInputStream().readNBytes(bytes));
        sending.get();
    }

    @Override
    public void close() throws IOException {
        for (Closeable part : parts) {
            part.close();
        }
        try {
            for (Thread thread : threads.values()) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted while relays end", e);
        }
    }
}
