package musubi.tcp.handshake;

import musubi.tcp.config.RankIdentity;
import musubi.tcp.session.ConnectionTable;
import musubi.tcp.session.PeerConnection;
import musubi.tcp.socket.TcpStream;
import musubi.tcp.tls.TlsRecord;
import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;

/** A connection that somebody has made, until it is known who. */
final class IncomingHandshake {
    private static final long MAX_TIMEOUT_NS = 60_000_000_000L;

    private final TcpStream stream;
    private final HandshakeRecord record;
    private final Handshake handshake;
    private final long deadlineNs;
    private boolean challenged;

    /** What became of a handshake. */
    enum Progress {
        /** It goes on. */
        PENDING,
        /** A rank of the job has got its answer. */
        DONE,
        /** It was not a rank of the job, or not for long. */
        FAILED
    }

    private IncomingHandshake(TcpStream stream, RankIdentity self, long deadlineNs) {
        this.stream = stream;
        record = new HandshakeRecord(stream);
        handshake = new Handshake(self);
        this.deadlineNs = deadlineNs;
    }

    /**
     * Asks the other side who it is; returns null when it has gone already.
     *
     * @param patienceNs how long the handshake may take
     */
    static IncomingHandshake start(TcpStream stream, RankIdentity self, long patienceNs) {
        long deadlineNs = System.nanoTime() + Math.min(patienceNs, MAX_TIMEOUT_NS);
        IncomingHandshake called = new IncomingHandshake(stream, self, deadlineNs);
        try {
            called.challenge();
            return called;
        } catch (IOException e) {
            stream.close();
            return null;
        }
    }

    /** Asks who it is, if that is not done; false when it cannot be done yet. */
    private boolean challenge() throws IOException {
        if (!challenged && stream.secure()) {
            handshake.writeChallenge(record.memory());
            record.write(Handshake.CHALLENGE_BYTES);
            challenged = true;
        }
        return challenged;
    }

    /** Goes on as far as possible. */
    Progress advance(ConnectionTable links, long now) {
        try {
            if (!challenge() || !record.read(Handshake.HELLO_BYTES)) {
                return now - deadlineNs < 0
                        ? Progress.PENDING
                        : reject(links, "a connection without a hello in time", null);
            }
            if (!handshake.readHello(record.memory())) {
                return reject(links, refusal(), null);
            }
            answer(links);
            return Progress.DONE;
        } catch (EOFException e) {
            return isRankOfJob()
                    ? endSilently()
                    : reject(links, "a connection was closed before its hello", null);
        } catch (TlsFailure e) {
            return reject(links, "a connection was refused: " + e.getMessage(), e.reason());
        } catch (IOException e) {
            return isRankOfJob()
                    ? endSilently()
                    : reject(links, "a connection broke before its hello", e.getMessage());
        }
    }

    /** Why a hello is refused that is none. */
    private String refusal() {
        return TlsRecord.isHandshakeOrAlert(record.memory(), Handshake.HELLO_BYTES)
                ? "a connection was refused: " + TlsFailure.WANTS_TLS
                : "a hello of another program, job or secret was refused";
    }

    /** Whether it has said to be one, and no more: two calls were settled, say. */
    private boolean isRankOfJob() {
        return stream.hasJobToken()
                || record.arrived() >= Handshake.OPENING_BYTES
                        && handshake.isOpening(record.memory());
    }

    private Progress endSilently() {
        close();
        // Who has not proved to know the secret has cost much, if TLS was begun.
        return stream.hasJobToken() && !challenged ? Progress.FAILED : Progress.DONE;
    }

    private void answer(ConnectionTable links) throws IOException {
        PeerConnection link = links.connectionTo(handshake.initiator(), handshake.stream());
        int verdict = links.verdict(link, handshake);
        handshake.writeWelcome(record.memory(), verdict, link.streams().acks().received());
        record.write(Handshake.WELCOME_BYTES);
        if (verdict == Handshake.ACCEPTED) {
            link.session().learnAddress(handshake.address());
            link.establish(stream, handshake);
        } else {
            stream.close();
        }
    }

    private Progress reject(ConnectionTable links, String cause, String detail) {
        links.errorLog().logOnce(cause, detail);
        close();
        return Progress.FAILED;
    }

    void close() {
        stream.close();
    }
}
