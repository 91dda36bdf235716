package musubi.tcp;

import java.io.IOException;

/**
 * Makes the connection to a peer: dials, proves who it is, and dials again when that comes to
 * nothing, with growing pauses. A peer that does not answer because it computes is waited for.
 */
final class Caller {
    /** How often it dials before the peer is given up; about 2.5 s when each is refused at once. */
    static final int ATTEMPTS = 20;

    private static final long FIRST_PAUSE_NS = 500_000;
    private static final long LONGEST_PAUSE_NS = 200_000_000;

    private enum Stage {
        PAUSING,
        CONNECTING,
        CONNECTED,
        INTRODUCED
    }

    private final Link link;
    private final Sockets sockets;
    private final Identity self;
    private Stage stage = Stage.PAUSING;
    private int attempts;
    private long pauseNs;
    private long nextAttemptNs;
    private TcpStream stream;
    private boolean settled;
    private HandshakeRecord record;
    private Handshake handshake;

    /** The address is the link's. */
    Caller(Link link, Sockets sockets, Identity self) {
        this.link = link;
        this.sockets = sockets;
        this.self = self;
        nextAttemptNs = System.nanoTime();
    }

    /** Whether the peer may already have made its choice between this call and its own. */
    boolean isIntroduced() {
        return stage == Stage.INTRODUCED;
    }

    /** How long to wait for the next attempt; longer when only the peer can go on. */
    long pauseNs(long now) {
        return stage == Stage.PAUSING ? Math.max(1, nextAttemptNs - now) : Long.MAX_VALUE;
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
            return stage == Stage.PAUSING ? dial(now) : converse();
        } catch (IOException e) {
            return retry(e.getMessage());
        }
    }

    private boolean dial(long now) throws IOException {
        if (nextAttemptNs - now > 0) {
            return true;
        }
        attempts++;
        stream = sockets.dial(link.address());
        record = new HandshakeRecord(stream);
        handshake = new Handshake(self);
        stage = Stage.CONNECTING;
        return true;
    }

    private boolean converse() throws IOException {
        if (stage == Stage.CONNECTING && stream.isWritable() && stream.finishConnect()) {
            handshake.writeOpening(record.memory(), link.peer());
            record.write(0, Handshake.OPENING_BYTES);
            stage = Stage.CONNECTED;
        }
        if (stage == Stage.CONNECTED && record.read(Handshake.CHALLENGE_BYTES)) {
            if (!handshake.readChallenge(record.memory())) {
                return retry("another protocol answers");
            }
            handshake.writeProofOfCaller(record.memory());
            record.write(Handshake.OPENING_BYTES, Handshake.HELLO_BYTES - Handshake.OPENING_BYTES);
            stage = Stage.INTRODUCED;
        }
        if (stage == Stage.INTRODUCED && record.read(Handshake.WELCOME_BYTES)) {
            return answered(handshake.readWelcome(record.memory()));
        }
        return true;
    }

    private boolean answered(int verdict) {
        if (verdict == Handshake.ACCEPTED) {
            link.establish(stream);
            return false;
        }
        return retry(
                verdict == Handshake.ANOTHER
                        ? "the peer prefers another connection"
                        : "the peer does not know the job's secret");
    }

    private boolean retry(String why) {
        hangUp();
        stage = Stage.PAUSING;
        if (attempts >= ATTEMPTS) {
            link.lose("cannot connect to address=" + link.address() + " cause=" + why);
            return false;
        }
        nextAttemptNs = System.nanoTime() + pauseNs;
        pauseNs = Math.clamp(2 * pauseNs, FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
        return true;
    }

    /** This is the connection; another one that was being made is given up. */
    void settle(TcpStream connection) {
        settled = true;
        if (stream != connection) {
            hangUp();
        }
        stream = null;
    }

    /** Drops the connection that is being made. */
    void hangUp() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }
}
