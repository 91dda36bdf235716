package musubi.tcp;

import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;

/**
 * Makes a connection to a peer: dials, proves who it is, and dials again when that comes to
 * nothing, with growing pauses. A peer that does not answer because it computes is waited for: as
 * long as its kernel takes the connection it is there.
 *
 * <p>The first connection of a session is given up after {@value #ATTEMPTS} attempts; later ones
 * after the time that the user has set, or soon when nobody listens any more, because a rank
 * listens as long as it lives.
 */
final class Caller {
    /** How often it dials before the peer is given up; about 2.5 s when each is refused at once. */
    static final int ATTEMPTS = 20;

    private static final long FIRST_PAUSE_NS = 500_000;
    private static final long LONGEST_PAUSE_NS = 200_000_000;
    private static final long REFUSED_NS = 250_000_000;
    private static final long HIGHER_RANKS_PAUSE_NS = 2_000_000;
    private static final int LONGEST_PATIENCE_SHIFT = 4;

    private enum Stage {
        PAUSING,
        CONNECTING,
        SECURING,
        CONNECTED,
        INTRODUCED
    }

    private final Link link;
    private final Sockets sockets;
    private final Identity self;
    private final TcpOptions options;
    private Stage stage = Stage.PAUSING;
    private int attempts;
    private long pauseNs;
    private long nextAttemptNs;
    private TcpStream stream;
    private boolean settled;
    private boolean mayBeAccepted;
    private HandshakeRecord record;
    private Handshake handshake;

    /** When the peer was first out of reach; later by the time that it let this rank wait. */
    private long outOfReachNs;

    /** When the first of the latest refusals came; 0 when the last attempt was not refused. */
    private long refusedNs;

    private long stageNs;
    private int silences;

    /** The address is the link's. */
    Caller(Link link, Sockets sockets, Identity self, TcpOptions options) {
        this.link = link;
        this.sockets = sockets;
        this.self = self;
        this.options = options;
        outOfReachNs = System.nanoTime();
        nextAttemptNs = outOfReachNs;
    }

    /** Both ranks have seen the end of the last connection: one lets the other call first. */
    void mend() {
        if (self.rank() > link.peer()) {
            nextAttemptNs += HIGHER_RANKS_PAUSE_NS;
        }
    }

    /** Whether the peer may already have made its choice between this call and its own. */
    boolean isIntroduced() {
        return stage == Stage.INTRODUCED;
    }

    /** Whether the peer may have taken this or an earlier attempt for a connection. */
    boolean mayBeAccepted() {
        return mayBeAccepted;
    }

    /** How long to wait for the next step of its own. */
    long pauseNs(long now) {
        return stage == Stage.PAUSING
                ? Math.max(1, nextAttemptNs - now)
                : Math.max(1, patienceNs() - (now - stageNs));
    }

    /**
     * Goes on as far as possible.
     *
     * @return false when there is nothing left to do: the link is up or lost
     */
    boolean advance(long now) {
        if (settled) {
            return false;
        }
        try {
            return stage == Stage.PAUSING ? dial(now) : converse(now);
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

    private boolean dial(long now) throws IOException {
        if (nextAttemptNs - now > 0) {
            return true;
        }
        attempts++;
        record = null;
        enter(Stage.CONNECTING, now);
        stream = sockets.dial(link.session().address());
        record = new HandshakeRecord(stream);
        handshake = new Handshake(self, link.traffic().turn().stream());
        return true;
    }

    private void enter(Stage next, long now) {
        stage = next;
        stageNs = now;
    }

    private boolean converse(long now) throws IOException {
        if (stage == Stage.CONNECTING && stream.isWritable() && stream.finishConnect()) {
            enter(Stage.SECURING, now);
        }
        if (stage == Stage.SECURING && stream.secure()) {
            open();
            enter(Stage.CONNECTED, now);
        }
        if (stage == Stage.CONNECTED && record.read(Handshake.CHALLENGE_BYTES)) {
            if (!handshake.readChallenge(record.memory())) {
                return retry("another protocol answers", false);
            }
            handshake.writeHello(
                    record.memory(), link.session(), link.traffic().receipt().received());
            record.write(Handshake.OPENING_BYTES, Handshake.HELLO_BYTES - Handshake.OPENING_BYTES);
            stage = Stage.INTRODUCED;
            mayBeAccepted = true;
        }
        if (stage == Stage.INTRODUCED && record.read(Handshake.WELCOME_BYTES)) {
            return answered(handshake.readWelcome(record.memory()));
        }
        if (now - stageNs > patienceNs()) {
            silences++;
            attempts -= stage == Stage.CONNECTING ? 0 : 1;
            return retry("no answer", false);
        }
        return true;
    }

    /** Says who calls whom, and no more. */
    private void open() throws IOException {
        handshake.writeOpening(record.memory(), link.peer());
        record.write(0, Handshake.OPENING_BYTES);
    }

    /** Longer each time, because the peer may compute. */
    private long patienceNs() {
        long patience = options.silenceNs();
        int shift = Math.min(silences, LONGEST_PATIENCE_SHIFT);
        return patience > Long.MAX_VALUE >> LONGEST_PATIENCE_SHIFT ? patience : patience << shift;
    }

    private boolean answered(int verdict) {
        if (verdict == Handshake.ACCEPTED) {
            link.establish(stream, handshake);
            return false;
        }
        if (verdict == Handshake.OVER) {
            hangUp();
            link.lose("the peer has left, or has given this rank up");
            return false;
        }
        return retry(
                verdict == Handshake.ANOTHER
                        ? "the peer prefers another connection"
                        : "the peer does not know the job's secret",
                false);
    }

    private boolean retry(String why, boolean refused) {
        hangUp();
        long now = System.nanoTime();
        if (stage.ordinal() > Stage.CONNECTING.ordinal()) {
            outOfReachNs += now - stageNs;
        }
        if (!refused) {
            refusedNs = 0;
        } else if (refusedNs == 0) {
            refusedNs = now;
        }
        stage = Stage.PAUSING;
        if (isHopeless(now)) {
            link.lose("cannot connect to address=" + link.session().address() + " cause=" + why);
            return false;
        }
        nextAttemptNs = now + pauseNs;
        pauseNs = Math.clamp(2 * pauseNs, FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
        return true;
    }

    private boolean isHopeless(long now) {
        boolean hasBegun = link.session().hasBegun();
        if (!hasBegun && attempts >= ATTEMPTS) {
            return true;
        }
        boolean wasThere = hasBegun || mayBeAccepted;
        boolean isGone = refusedNs != 0 && now - refusedNs > REFUSED_NS;
        return wasThere && (isGone || now - outOfReachNs > options.reconnectNs());
    }

    /** This is the connection; another one that was being made is given up. */
    void settle(TcpStream connection) {
        settled = true;
        if (stream != connection) {
            giveUp();
        }
        stream = null;
    }

    /** Drops the connection that is being made; the peer does not take it for a stranger's. */
    void giveUp() {
        try {
            if (stage == Stage.CONNECTING && stream.finishConnect()) {
                stage = Stage.SECURING;
            }
            if (stage == Stage.SECURING && stream.secure()) {
                open();
            } else if (stage == Stage.CONNECTED) {
                // Else the kernel would say with a reset that it is unread.
                record.read(Handshake.CHALLENGE_BYTES);
            }
        } catch (IOException e) {
            // Then it was not made, and the peer hears nothing of it.
            stage = Stage.PAUSING;
        }
        hangUp();
    }

    private void hangUp() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }
}
