package musubi.tcp.handshake;

import musubi.tcp.config.RankIdentity;
import musubi.tcp.config.TcpOptions;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.SocketLoop;
import musubi.tcp.socket.TcpStream;
import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;

/**
 * Makes a connection to a peer: dials, proves who it is, and dials again when that comes to
 * nothing, with growing pauses. A peer that does not answer because it computes is waited for: as
 * long as its kernel takes the connection it is there.
 *
 * <p>The first connection of a session is given up after {@value #MAX_ATTEMPTS} attempts; later
 * ones after the time that the user has set, or soon when nobody listens any more, because a rank
 * listens as long as it lives.
 */
public final class OutgoingHandshake {
    /** How often it dials before the peer is given up; about 2.5 s when each is refused at once. */
    static final int MAX_ATTEMPTS = 20;

    private static final long INITIAL_BACKOFF_NS = 500_000;
    private static final long MAX_BACKOFF_NS = 200_000_000;
    private static final long REFUSED_NS = 250_000_000;
    private static final long HIGHER_RANK_DELAY_NS = 2_000_000;
    private static final int MAX_TIMEOUT_SHIFT = 4;

    private enum Stage {
        BACKOFF,
        CONNECTING,
        SECURING,
        CONNECTED,
        HELLO_SENT
    }

    private final PeerConnection link;
    private final SocketLoop sockets;
    private final RankIdentity self;
    private final TcpOptions options;
    private Stage stage = Stage.BACKOFF;
    private int attempts;
    private long backoffNs;
    private long nextAttemptNs;
    private TcpStream stream;
    private boolean completed;
    private boolean mayBeAccepted;
    private HandshakeRecord record;
    private Handshake handshake;

    /** When the peer was first out of reach; later by the time that it let this rank wait. */
    private long unreachableSinceNs;

    /** When the first of the latest refusals came; 0 when the last attempt was not refused. */
    private long refusedSinceNs;

    private long stageNs;
    private int timeouts;

    /** The address is the link's. */
    public OutgoingHandshake(
            PeerConnection link, SocketLoop sockets, RankIdentity self, TcpOptions options) {
        this.link = link;
        this.sockets = sockets;
        this.self = self;
        this.options = options;
        unreachableSinceNs = System.nanoTime();
        nextAttemptNs = unreachableSinceNs;
    }

    /** Both ranks have seen the end of the last connection: one lets the other call first. */
    public void delayHigherRank() {
        if (self.rank() > link.peer()) {
            nextAttemptNs += HIGHER_RANK_DELAY_NS;
        }
    }

    /** Whether the peer may already have made its choice between this call and its own. */
    public boolean hasSentHello() {
        return stage == Stage.HELLO_SENT;
    }

    /** Whether the peer may have taken this or an earlier attempt for a connection. */
    public boolean mayBeAccepted() {
        return mayBeAccepted;
    }

    /** How long to wait for the next step of its own. */
    public long nextStepNs(long now) {
        return stage == Stage.BACKOFF
                ? Math.max(1, nextAttemptNs - now)
                : Math.max(1, timeoutNs() - (now - stageNs));
    }

    /**
     * Goes on as far as possible.
     *
     * @return false when there is nothing left to do: the link is up or lost
     */
    public boolean advance(long now) {
        if (completed) {
            return false;
        }
        try {
            return stage == Stage.BACKOFF ? startConnecting(now) : exchange(now);
        } catch (ConnectException e) {
            return retry(e.getMessage(), isRefusal(e));
        } catch (TlsFailure e) {
            return retry(e.details(), false);
        } catch (EOFException e) {
            return retry(record.isTls() ? TlsFailure.WANTS_TLS : e.getMessage(), false);
        } catch (IOException e) {
            return retry(e.getMessage(), false);
        }
    }

    private static boolean isRefusal(ConnectException e) {
        return e.getMessage() != null && e.getMessage().contains("refused");
    }

    private boolean startConnecting(long now) throws IOException {
        if (nextAttemptNs - now > 0) {
            return true;
        }
        attempts++;
        record = null;
        enter(Stage.CONNECTING, now);
        stream = sockets.connect(link.session().address());
        record = new HandshakeRecord(stream);
        handshake = new Handshake(self, link.streams().turn().stream());
        return true;
    }

    private void enter(Stage next, long now) {
        stage = next;
        stageNs = now;
    }

    private boolean exchange(long now) throws IOException {
        if (stage == Stage.CONNECTING && stream.isWritable() && stream.finishConnect()) {
            enter(Stage.SECURING, now);
        }
        if (stage == Stage.SECURING && stream.secure()) {
            sendOpening();
            enter(Stage.CONNECTED, now);
        }
        if (stage == Stage.CONNECTED && record.read(Handshake.CHALLENGE_BYTES)) {
            if (!handshake.readChallenge(record.memory())) {
                return retry("another protocol answers", false);
            }
            handshake.writeHello(record.memory(), link.session(), link.streams().acks().received());
            record.write(Handshake.OPENING_BYTES, Handshake.HELLO_BYTES - Handshake.OPENING_BYTES);
            stage = Stage.HELLO_SENT;
            mayBeAccepted = true;
        }
        if (stage == Stage.HELLO_SENT && record.read(Handshake.WELCOME_BYTES)) {
            return onWelcome(handshake.readWelcome(record.memory()));
        }
        if (now - stageNs > timeoutNs()) {
            timeouts++;
            attempts -= stage == Stage.CONNECTING ? 0 : 1;
            return retry("no answer", false);
        }
        return true;
    }

    /** Says who calls whom, and no more. */
    private void sendOpening() throws IOException {
        handshake.writeOpening(record.memory(), link.peer());
        record.write(0, Handshake.OPENING_BYTES);
    }

    /** Longer each time, because the peer may compute. */
    private long timeoutNs() {
        long patience = options.silenceNs();
        int shift = Math.min(timeouts, MAX_TIMEOUT_SHIFT);
        return patience > Long.MAX_VALUE >> MAX_TIMEOUT_SHIFT ? patience : patience << shift;
    }

    private boolean onWelcome(int verdict) {
        if (verdict == Handshake.ACCEPTED) {
            link.establish(stream, handshake);
            return false;
        }
        if (verdict == Handshake.SESSION_CLOSED) {
            closeStream();
            link.losePeer("the peer has left, or has given this rank up");
            return false;
        }
        return retry(
                verdict == Handshake.SUPERSEDED
                        ? "the peer prefers another connection"
                        : "the peer does not know the job's secret",
                false);
    }

    private boolean retry(String why, boolean refused) {
        closeStream();
        long now = System.nanoTime();
        if (stage.ordinal() > Stage.CONNECTING.ordinal()) {
            unreachableSinceNs += now - stageNs;
        }
        if (!refused) {
            refusedSinceNs = 0;
        } else if (refusedSinceNs == 0) {
            refusedSinceNs = now;
        }
        stage = Stage.BACKOFF;
        if (isHopeless(now)) {
            link.losePeer(
                    "cannot connect to address=" + link.session().address() + " cause=" + why);
            return false;
        }
        nextAttemptNs = now + backoffNs;
        backoffNs = Math.clamp(2 * backoffNs, INITIAL_BACKOFF_NS, MAX_BACKOFF_NS);
        return true;
    }

    private boolean isHopeless(long now) {
        boolean hasBegun = link.session().hasBegun();
        if (!hasBegun && attempts >= MAX_ATTEMPTS) {
            return true;
        }
        boolean wasThere = hasBegun || mayBeAccepted;
        boolean isGone = refusedSinceNs != 0 && now - refusedSinceNs > REFUSED_NS;
        return wasThere && (isGone || now - unreachableSinceNs > options.reconnectNs());
    }

    /** This is the connection; another one that was being made is given up. */
    public void complete(TcpStream connection) {
        completed = true;
        if (stream != connection) {
            cancel();
        }
        stream = null;
    }

    /** Drops the connection that is being made; the peer does not take it for a stranger's. */
    public void cancel() {
        try {
            if (stage == Stage.CONNECTING && stream.finishConnect()) {
                stage = Stage.SECURING;
            }
            if (stage == Stage.SECURING && stream.secure()) {
                sendOpening();
            } else if (stage == Stage.CONNECTED) {
                // Else the kernel would say with a reset that it is unread.
                record.read(Handshake.CHALLENGE_BYTES);
            }
        } catch (IOException e) {
            // Then it was not made, and the peer hears nothing of it.
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
