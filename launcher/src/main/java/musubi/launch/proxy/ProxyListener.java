package musubi.launch.proxy;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.link.FrameStream;
import musubi.launch.link.LinkHandshake;
import musubi.launch.link.LinkStreams;
import musubi.launch.link.LinkTls;
import musubi.launch.link.ProxyLink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Where node proxies call that a person starts. Callers that do not prove that they know the secret
 * are sent away: none is served for longer than a handshake may take, few at a time, and so many in
 * a second; nobody hears why but the user, once for each cause.
 *
 * <p>Thread rule: any thread.
 */
final class ProxyListener implements AutoCloseable {
    static final int HANDSHAKE_TIMEOUT_MS = 5_000;
    static final int MAX_CONCURRENT_HANDSHAKES = 64;
    static final int MAX_CONNECTIONS_PER_SECOND = 200;
    private static final int BACKLOG = 256;

    private final String jobId;
    private final String secret;

    /** Null when the links are not encrypted. */
    private final LinkTls tls;

    private final int nodes;
    private final Consumer<ProxyLink> links;
    private final Consumer<String> messages;
    private final ServerSocket listener;
    private final Semaphore handshakes = new Semaphore(MAX_CONCURRENT_HANDSHAKES);
    private final Semaphore calls = new Semaphore(MAX_CONNECTIONS_PER_SECOND);
    private final Set<String> causes = ConcurrentHashMap.newKeySet();
    private final BitSet present = new BitSet();
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("reception-clock").factory());

    /**
     * Opens.
     *
     * @param address in digits; null for loopback
     * @param links takes over each link, on a thread of its own
     * @param messages hears why callers are sent away
     */
    ProxyListener(
            ProxyTree tree,
            String secret,
            String address,
            Consumer<ProxyLink> links,
            Consumer<String> messages) {
        jobId = tree.jobId();
        this.secret = secret;
        tls = tree.remoteLaunch().tls() ? new LinkTls(secret, jobId) : null;
        nodes = tree.hosts().size();
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
            throw LaunchFailure.of(
                    "cannot listen for node proxies: address=" + address + " cause=" + e, e);
        }
        clock.scheduleAtFixedRate(this::refill, 1, 1, TimeUnit.SECONDS);
        Thread.ofPlatform().daemon().name("reception").start(this::accept);
    }

    private void refill() {
        calls.drainPermits();
        calls.release(MAX_CONNECTIONS_PER_SECOND);
    }

    /** Where to call: host:port. */
    String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                calls.acquire();
                Socket socket = listener.accept();
                if (handshakes.tryAcquire()) {
                    Thread.ofVirtual().start(() -> greet(socket));
                } else {
                    sendAway(
                            socket,
                            "too many callers at once",
                            ": limit=" + MAX_CONCURRENT_HANDSHAKES);
                }
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    complain("cannot accept a caller", ": " + e.getMessage());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void greet(Socket socket) {
        // A read time-out alone would let a caller send a byte now and then.
        var guard =
                clock.schedule(
                        () -> sendAway(socket, "a caller took too long for its handshake", ""),
                        HANDSHAKE_TIMEOUT_MS,
                        TimeUnit.MILLISECONDS);
        int node;
        LinkStreams streams;
        try {
            socket.setTcpNoDelay(true);
            streams = tls == null ? LinkStreams.of(socket) : tls.over(socket, false);
            node = new LinkHandshake(secret, jobId, streams.in(), streams.out()).accept();
        } catch (LinkHandshake.Mismatch e) {
            sendAway(socket, "a caller is no node proxy of this job: " + e.getMessage(), "");
            return;
        } catch (IOException e) {
            sendAway(socket, "a caller hung up during its handshake", "");
            return;
        } finally {
            handshakes.release();
            guard.cancel(false);
        }
        welcome(socket, streams, node);
    }

    private void welcome(Socket socket, LinkStreams streams, int node) {
        synchronized (present) {
            if (node < 0 || node >= nodes || present.get(node)) {
                sendAway(socket, "a second node proxy for a node, or for none", ": node=" + node);
                return;
            }
            present.set(node);
        }
        try {
            FrameStream stream = new FrameStream(streams.in(), streams.out());
            if (stream.awaitGreeting()) {
                ProxyLink link = new ProxyLink(node, stream, null);
                Thread.ofPlatform().daemon().name("node-" + node).start(() -> links.accept(link));
            }
        } catch (IOException e) {
            sendAway(socket, "a node proxy has left at once", ": " + e.getMessage());
        }
    }

    private void sendAway(Socket socket, String cause, String details) {
        if (!socket.isClosed()) {
            complain(cause, details);
        }
        try {
            socket.close();
        } catch (IOException e) {
            complain("cannot close a connection", ": " + e.getMessage());
        }
    }

    /** Once for each cause, with the details of the first. */
    private void complain(String cause, String details) {
        if (causes.add(cause)) {
            messages.accept(cause + details);
        }
    }

    /** Nobody can call any more. */
    @Override
    public void close() {
        clock.shutdownNow();
        try {
            listener.close();
        } catch (IOException e) {
            complain("cannot close the listener", ": " + e.getMessage());
        }
    }
}
