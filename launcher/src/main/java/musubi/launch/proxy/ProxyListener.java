package musubi.launch.proxy;

import musubi.error.Descriptors;
import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.FrameStream;
import musubi.launch.link.LinkHandshake;
import musubi.launch.link.LinkHandshake.Caller;
import musubi.launch.link.LinkStreams;
import musubi.launch.link.LinkTimes;
import musubi.launch.link.LinkTls;
import musubi.launch.link.ProxyLink;
import musubi.launch.link.Renewal;
import musubi.launch.link.Renewal.Connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The listener for node proxies of the manual launcher. Connections that fail authentication are
 * closed without a reply. Duration, number and rate of handshakes are limited; the user sees each
 * cause of a rejection once.
 *
 * <p>Thread rule: any thread.
 */
final class ProxyListener implements AutoCloseable {
    static final int HANDSHAKE_TIMEOUT_MS = 30_000;
    static final int MAX_CONCURRENT_HANDSHAKES = 64;
    static final int MAX_CONNECTIONS_PER_SECOND = 200;
    private static final int BACKLOG = 256;

    private final String jobId;
    private final String secret;

    /** Null without encryption. */
    private final LinkTls tls;

    private final LinkTimes times;
    private final int nodes;
    private final int timeoutMs;
    private final Consumer<ProxyLink> links;
    private final Consumer<String> messages;
    private final ServerSocket listener;
    private final int maxHandshakes =
            Descriptors.unauthenticated(Descriptors.limit(), MAX_CONCURRENT_HANDSHAKES);
    private final Semaphore handshakes = new Semaphore(maxHandshakes);
    private final Semaphore calls = new Semaphore(MAX_CONNECTIONS_PER_SECOND);
    private final Set<String> causes = ConcurrentHashMap.newKeySet();
    private final Map<Integer, Present> present = new HashMap<>();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("proxy-listener-clock").factory());

    /** The process that is the proxy of a node, and its link. */
    private record Present(long incarnation, ProxyLink link) {}

    /**
     * Starts listening.
     *
     * @param address the numeric address; null for loopback
     * @param timeoutMs the time limit for a handshake
     * @param links receives each link, on a thread of its own
     * @param messages receives the causes of rejections
     */
    ProxyListener(
            ProxyTree tree,
            String secret,
            String address,
            int timeoutMs,
            Consumer<ProxyLink> links,
            Consumer<String> messages) {
        jobId = tree.jobId();
        this.secret = secret;
        tls = tree.remoteLaunch().tls() ? new LinkTls(secret, jobId) : null;
        times = tree.remoteLaunch().linkTimes();
        nodes = tree.hosts().size();
        this.timeoutMs = timeoutMs;
        this.links = links;
        this.messages = messages;
        try {
            InetAddress host =
                    address == null
                            ? InetAddress.getLoopbackAddress()
                            : InetAddress.ofLiteral(address);
            listener = new ServerSocket();
            listener.bind(new InetSocketAddress(host, 0), BACKLOG);
        } catch (IOException e) {
            throw LaunchFailure.of("cannot listen for node proxies", e)
                    .with("address", address)
                    .with("cause", e);
        }
        clock.scheduleAtFixedRate(this::refill, 1, 1, TimeUnit.SECONDS);
        Thread.ofPlatform().daemon().name("proxy-listener").start(this::accept);
    }

    private void refill() {
        calls.drainPermits();
        calls.release(MAX_CONNECTIONS_PER_SECOND);
    }

    /** The address for node proxies: host:port. */
    String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                calls.acquire();
                Socket socket = listener.accept();
                if (handshakes.tryAcquire()) {
                    Thread.ofVirtual().start(() -> authenticate(socket));
                } else {
                    reject(socket, "too many handshakes at once", ": limit=" + maxHandshakes);
                }
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    reportOnce("cannot accept a connection", ": " + Descriptors.describe(e));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void authenticate(Socket socket) {
        // A read timeout alone would admit a peer that sends a byte now and then.
        var guard =
                clock.schedule(
                        () -> reject(socket, "a handshake timed out", ""),
                        timeoutMs,
                        TimeUnit.MILLISECONDS);
        Caller caller;
        LinkStreams streams;
        try {
            socket.setTcpNoDelay(true);
            streams = tls == null ? LinkStreams.of(socket) : tls.over(socket, false);
            caller = new LinkHandshake(secret, jobId, streams.in(), streams.out()).accept();
        } catch (LinkHandshake.Mismatch e) {
            reject(
                    socket,
                    "a connection is not from a node proxy of this job: " + e.getMessage(),
                    "");
            return;
        } catch (IOException e) {
            reject(socket, "a connection closed during its handshake", "");
            return;
        } finally {
            handshakes.release();
            guard.cancel(false);
        }
        admit(socket, streams, caller);
    }

    /** Admits the first process for each node, and this process again after a break. */
    private void admit(Socket socket, LinkStreams streams, Caller caller) {
        FrameStream stream = new FrameStream(streams.in(), streams.out());
        try {
            if (!stream.awaitGreeting()) {
                reject(socket, "a node proxy disconnected after its handshake", "");
                return;
            }
        } catch (IOException e) {
            reject(socket, "a node proxy disconnected after its handshake", ": " + e.getMessage());
            return;
        }
        int node = caller.node();
        Connection connection = new Connection(stream, null);
        synchronized (present) {
            Present known = present.get(node);
            if (node < 0
                    || node >= nodes
                    || known != null && known.incarnation() != caller.incarnation()) {
                reject(socket, "a node proxy for an occupied or unknown node", ": node=" + node);
            } else if (known != null) {
                known.link().attach(connection);
            } else {
                ProxyLink link = new ProxyLink(node, connection, Renewal.AWAITED, times);
                present.put(node, new Present(caller.incarnation(), link));
                Thread.ofPlatform().daemon().name("node-" + node).start(() -> links.accept(link));
            }
        }
    }

    private void reject(Socket socket, String cause, String details) {
        if (!socket.isClosed()) {
            reportOnce(cause, details);
        }
        try {
            socket.close();
        } catch (IOException e) {
            reportOnce("cannot close a connection", ": " + e.getMessage());
        }
    }

    /** Reports each cause once, with the details of its first occurrence. */
    private void reportOnce(String cause, String details) {
        if (causes.add(cause)) {
            messages.accept(cause + details);
        }
    }

    /** Stops listening. */
    @Override
    public void close() {
        clock.shutdownNow();
        try {
            listener.close();
        } catch (IOException e) {
            reportOnce("cannot close the listener", ": " + e.getMessage());
        }
    }
}
