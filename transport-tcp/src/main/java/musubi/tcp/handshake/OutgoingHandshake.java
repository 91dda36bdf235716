package musubi.tcp.handshake;

import musubi.adi.PeerRoutes;
import musubi.adi.PeerRoutes.Route;
import musubi.error.Descriptors;
import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.socket.DescriptorShortage;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;
import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;

/**
 * Establishes a connection to a peer: connects, authenticates, and repeats failed attempts with
 * exponential backoff. A peer that computes and does not answer is waited for, as long as its
 * kernel accepts the connection.
 *
 * <p>The first connection of a session fails after {@value #MAX_ATTEMPTS} attempts; later ones fail
 * after the configured time, or soon when the port refuses, because a rank listens as long as it
 * lives.
 */
public final class OutgoingHandshake {
    /** Attempts for the first connection; about 2.5 s when each is refused at once. */
    static final int MAX_ATTEMPTS = 20;

    private static final long INITIAL_BACKOFF_NS = 500_000;
    private static final long MAX_BACKOFF_NS = 200_000_000;

    /** Long enough for mpiexec to report the end of the peer's process first, with its cause. */
    private static final long REFUSED_NS = 2_000_000_000;

    private static final long HIGHER_RANK_DELAY_NS = 2_000_000;
    private static final int MAX_TIMEOUT_SHIFT = 4;

    /** A relay answers at once, or the next hop after 3 s; then the next route is tried. */
    private static final long ROUTE_NS = 4_000_000_000L;

    /** A rank that starts its event loop resets the connections that its kernel has accepted. */
    private static final int MOST_RESETS = 3;

    private enum Stage {
        BACKOFF,
        CONNECTING,
        IN_CIRCUIT,
        SECURING,
        CONNECTED,
        HELLO_SENT
    }

    private final HandshakeTarget target;
    private final SocketLoop loop;
    private final RankIdentity self;
    private final TcpOptions options;

    /** Null without relays. */
    private final PeerRoutes routes;

    private int routeAttempts;
    private int resets;

    /** The circuit of the attempt in progress; null for a direct connection. */
    private Route circuit;

    private CircuitOpening opening;
    private Stage stage = Stage.BACKOFF;
    private int attempts;
    private long backoffNs;
    private long nextAttemptNs;
    private TcpStream stream;
    private boolean completed;
    private boolean mayBeAccepted;

    /** Whether the latest attempt found no free descriptor. */
    private boolean lacksDescriptors;

    private HandshakeRecord record;
    private Handshake handshake;

    /** Time since when the peer is unreachable, plus the time spent waiting for its answers. */
    private long unreachableSinceNs;

    /** Time at which {@link #advance} is to be called again at the latest. */
    private long dueNs;

    /** Time of the first of the latest refusals; 0 when the last attempt was not refused. */
    private long refusedSinceNs;

    private long stageNs;
    private int timeouts;

    /**
     * A handshake that starts now, with the address of the target's session.
     *
     * @param routes for its attempts, one after the other; null to connect directly
     */
    public OutgoingHandshake(
            HandshakeTarget target,
            SocketLoop loop,
            RankIdentity self,
            TcpOptions options,
            PeerRoutes routes) {
        this.target = target;
        this.loop = loop;
        this.self = self;
        this.options = options;
        this.routes = routes;
        unreachableSinceNs = System.nanoTime();
        nextAttemptNs = unreachableSinceNs;
        dueNs = Long.MAX_VALUE;
    }

    /**
     * Waits before the first attempt, the higher rank of two that reconnect longer.
     *
     * @param failedRoutes number of routes that are tried last, because their connections broke
     */
    public void delayReconnect(long pauseNs, int failedRoutes) {
        routeAttempts = failedRoutes;
        nextAttemptNs += pauseNs;
        if (self.rank() > target.peer()) {
            nextAttemptNs += HIGHER_RANK_DELAY_NS;
        }
    }

    /** Whether the peer may already have decided between this attempt and its own. */
    public boolean hasSentHello() {
        return stage == Stage.HELLO_SENT;
    }

    /** Whether the peer may have accepted this or an earlier attempt. */
    public boolean mayBeAccepted() {
        return mayBeAccepted;
    }

    /** Time in ns until the next step that needs no event. */
    public long nextStepNs(long now) {
        return stage == Stage.BACKOFF
                ? Math.max(1, nextAttemptNs - now)
                : Math.max(1, timeoutNs() - (now - stageNs));
    }

    /**
     * Continues as far as possible.
     *
     * @return false when the handshake is over: the target is connected or its peer lost
     */
    public boolean advance(long now) {
        if (completed) {
            return false;
        }
        excuse(Math.max(0, now - dueNs));
        boolean continues = step(now);
        dueNs = now + nextStepNs(now);
        return continues;
    }

    /** Does not count a time in which this rank made no attempts, because it computed. */
    private void excuse(long pauseNs) {
        unreachableSinceNs += pauseNs;
        stageNs += pauseNs;
        refusedSinceNs += refusedSinceNs == 0 ? 0 : pauseNs;
    }

    private boolean step(long now) {
        try {
            return stage == Stage.BACKOFF ? startConnecting(now) : exchange(now);
        } catch (DescriptorShortage e) {
            // Repeated as long as the connection of a session that has begun is.
            attempts--;
            lacksDescriptors = true;
            return retry(Descriptors.describe(e), now);
        } catch (ConnectException e) {
            keepRouteIfReset(e);
            return circuit == null && text(e).contains("refused")
                    ? retryAfterRefusal(text(e), now)
                    : retry(text(e), now);
        } catch (TlsFailure e) {
            return retry(e.details(), now);
        } catch (IOException e) {
            keepRouteIfReset(e);
            boolean wantsTls = e instanceof EOFException && record != null && record.isTls();
            return retry(wantsTls ? TlsFailure.WANTS_TLS : text(e), now);
        }
    }

    /** The direct route reaches a peer that resets the connection. */
    private void keepRouteIfReset(IOException e) {
        boolean hasAnswered = !isUnderWay() || text(e).contains("reset");
        if (hasAnswered && circuit == null && resets < MOST_RESETS) {
            resets++;
            routeAttempts--;
        }
    }

    /** Some exceptions have no message, for example that of a closed channel. */
    private static String text(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private boolean startConnecting(long now) throws IOException {
        if (nextAttemptNs - now > 0) {
            return true;
        }
        attempts++;
        lacksDescriptors = false;
        record = null;
        handshake = new Handshake(self, target.stream());
        enter(Stage.CONNECTING, now);
        chooseRoute();
        if (circuit != null) {
            stream = loop.connectToRelay(CircuitOpening.firstRelay(circuit));
            opening = CircuitOpening.over(stream, circuit, target, self);
        } else {
            stream = loop.connect(target.session().address());
            record = new HandshakeRecord(stream);
        }
        return true;
    }

    /** After a failure the next one. */
    private void chooseRoute() {
        if (routes != null) {
            int sizeClass = target.stream() % PeerRoutes.MOST_CLASSES;
            Route route = routes.route(target.peer(), sizeClass, routeAttempts++);
            circuit = route.relays().isEmpty() ? null : route;
        }
    }

    private void enter(Stage next, long now) {
        stage = next;
        stageNs = now;
    }

    private boolean exchange(long now) throws IOException {
        if (stage == Stage.CONNECTING && stream.isWritable() && stream.finishConnect()) {
            enter(circuit == null ? Stage.SECURING : Stage.IN_CIRCUIT, now);
        }
        if (stage == Stage.IN_CIRCUIT && opening.advance()) {
            stream = loop.throughRelay(stream);
            record = new HandshakeRecord(stream);
            enter(Stage.SECURING, now);
        }
        if (stage == Stage.SECURING && stream.secure()) {
            sendOpening();
            enter(Stage.CONNECTED, now);
        }
        if (stage == Stage.CONNECTED && record.read(Handshake.CHALLENGE_BYTES)) {
            if (!handshake.readChallenge(record.memory())) {
                return retry("no handshake of this protocol", now);
            }
            handshake.writeHello(record.memory(), target.session(), target.received());
            record.write(Handshake.OPENING_BYTES, Handshake.HELLO_BYTES - Handshake.OPENING_BYTES);
            stage = Stage.HELLO_SENT;
            mayBeAccepted = true;
        }
        if (stage == Stage.HELLO_SENT && record.read(Handshake.WELCOME_BYTES)) {
            return onWelcome(handshake.readWelcome(record.memory()), now);
        }
        if (now - stageNs > timeoutNs()) {
            timeouts++;
            attempts -= isUnderWay() ? 0 : 1;
            return retry("no answer", now);
        }
        return true;
    }

    /** Sends the part of the hello that precedes the challenge. */
    private void sendOpening() throws IOException {
        handshake.writeOpening(record.memory(), target.peer());
        record.write(0, Handshake.OPENING_BYTES);
    }

    /** Whether the peer's kernel has not yet accepted the connection. */
    private boolean isUnderWay() {
        return stage == Stage.CONNECTING || stage == Stage.IN_CIRCUIT;
    }

    /** Longer each time, because the peer may compute; but its kernel answers. */
    private long timeoutNs() {
        long timeout = options.silenceNs();
        long most = stage == Stage.CONNECTING ? options.hostSilenceNs() : Long.MAX_VALUE;
        if (routes != null && isUnderWay()) {
            return Math.min(most, Math.min(timeout, ROUTE_NS));
        }
        int shift = Math.min(timeouts, MAX_TIMEOUT_SHIFT);
        boolean mayGrow = timeout <= Long.MAX_VALUE >> MAX_TIMEOUT_SHIFT;
        return Math.min(most, mayGrow ? timeout << shift : timeout);
    }

    private boolean onWelcome(int verdict, long now) {
        if (verdict == Handshake.ACCEPTED) {
            stream = handshake.protect(stream, loop);
            target.establish(stream, handshake);
            return false;
        }
        if (verdict == Handshake.SESSION_CLOSED) {
            closeStream();
            target.losePeer("the peer has left the job, or has ended the session");
            return false;
        }
        if (verdict == Handshake.OTHER_MAC) {
            closeStream();
            target.losePeer(
                    "the ranks differ in tcp.mac: "
                            + handshake.macs()
                            + "; set MUSUBI_TCP_MAC to the same on all ranks");
            return false;
        }
        return retry(
                verdict == Handshake.SUPERSEDED
                        ? "superseded by another connection"
                        : "the peer does not know the job's secret",
                now);
    }

    private boolean retry(String why, long now) {
        // What a relay answers says nothing of the peer.
        refusedSinceNs = circuit == null || !isUnderWay() ? 0 : refusedSinceNs;
        return repeat(why, now);
    }

    private boolean retryAfterRefusal(String why, long now) {
        if (refusedSinceNs == 0) {
            refusedSinceNs = now;
        }
        return repeat(why, now);
    }

    private boolean repeat(String why, long now) {
        closeStream();
        if (!isUnderWay()) {
            unreachableSinceNs += now - stageNs;
        }
        stage = Stage.BACKOFF;
        if (isHopeless(now)) {
            target.losePeer(
                    "cannot connect to address=" + target.session().address() + " cause=" + why);
            return false;
        }
        nextAttemptNs = now + backoffNs;
        backoffNs = Math.clamp(2 * backoffNs, INITIAL_BACKOFF_NS, MAX_BACKOFF_NS);
        return true;
    }

    private boolean isHopeless(long now) {
        boolean hasBegun = target.session().hasBegun();
        if (!hasBegun && attempts >= MAX_ATTEMPTS) {
            return true;
        }
        boolean wasThere = hasBegun || mayBeAccepted || lacksDescriptors;
        boolean isGone = refusedSinceNs != 0 && now - refusedSinceNs > REFUSED_NS;
        return wasThere && (isGone || now - unreachableSinceNs > options.reconnectNs());
    }

    /**
     * A connection was established; the attempt in progress is cancelled, unless it was this one.
     */
    public void complete(TcpStream connection) {
        completed = true;
        if (stream != connection) {
            cancel();
        }
        stream = null;
    }

    /**
     * Cancels the attempt in progress, after the opening so that the peer does not log a failure.
     */
    public void cancel() {
        try {
            if (stage == Stage.CONNECTING && circuit == null && stream.finishConnect()) {
                stage = Stage.SECURING;
            }
            if (stage == Stage.SECURING && stream.secure()) {
                sendOpening();
            } else if (stage == Stage.CONNECTED) {
                // Unread data would make the kernel send a reset.
                record.read(Handshake.CHALLENGE_BYTES);
            }
        } catch (IOException e) {
            // The peer never saw this connection.
            stage = Stage.BACKOFF;
        }
        closeStream();
    }

    private void closeStream() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }
}
