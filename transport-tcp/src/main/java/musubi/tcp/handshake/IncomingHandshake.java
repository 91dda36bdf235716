package musubi.tcp.handshake;

import musubi.tcp.socket.TcpStream;
import musubi.tcp.tls.TlsRecord;
import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;

/** The handshake of an accepted connection, whose initiator is not yet authenticated. */
final class IncomingHandshake {
    private static final long MAX_TIMEOUT_NS = 60_000_000_000L;

    private final TcpStream stream;
    private final ConnectionAcceptor acceptor;
    private final HandshakeRecord record;
    private final Handshake handshake;
    private final long deadlineNs;
    private boolean challenged;

    /** State of a handshake. */
    enum Progress {
        /** In progress. */
        PENDING,
        /** A rank of the job was answered, or has withdrawn. */
        DONE,
        /** The initiator failed to authenticate as a rank of the job. */
        FAILED
    }

    private IncomingHandshake(TcpStream stream, ConnectionAcceptor acceptor) {
        this.stream = stream;
        this.acceptor = acceptor;
        record = new HandshakeRecord(stream);
        handshake = new Handshake(acceptor.self);
        deadlineNs = System.nanoTime() + Math.min(acceptor.timeoutNs, MAX_TIMEOUT_NS);
    }

    /** Starts a handshake on an accepted stream; null when the stream is closed already. */
    static IncomingHandshake start(TcpStream stream, ConnectionAcceptor acceptor) {
        IncomingHandshake incoming = new IncomingHandshake(stream, acceptor);
        try {
            incoming.challenge();
            return incoming;
        } catch (IOException e) {
            stream.close();
            return null;
        }
    }

    /** Sends the challenge unless it was sent; false while the stream is not secured. */
    private boolean challenge() throws IOException {
        if (!challenged && stream.secure()) {
            handshake.writeChallenge(record.memory());
            record.write(Handshake.CHALLENGE_BYTES);
            challenged = true;
        }
        return challenged;
    }

    /** Continues as far as possible. */
    Progress advance(long now) {
        try {
            if (!challenge() || !record.read(Handshake.HELLO_BYTES)) {
                return now - deadlineNs < 0
                        ? Progress.PENDING
                        : reject("a connection without a hello in time", null);
            }
            if (!handshake.readHello(record.memory())) {
                return reject(refusal(), null);
            }
            if (handshake.peerMac() != handshake.ownMac()) {
                return refuseMac();
            }
            answer();
            return Progress.DONE;
        } catch (EOFException e) {
            return isRankOfJob() || acceptor.hasRelays && record.arrived() == 0
                    ? withdraw()
                    : reject("a connection was closed before its hello", null);
        } catch (TlsFailure e) {
            return reject("a connection was refused: " + e.getMessage(), e.reason());
        } catch (IOException e) {
            return isRankOfJob()
                    ? withdraw()
                    : reject("a connection broke before its hello", e.getMessage());
        }
    }

    /** The cause of an invalid hello. */
    private String refusal() {
        return TlsRecord.isHandshakeOrAlert(record.memory(), Handshake.HELLO_BYTES)
                ? "a connection was refused: " + TlsFailure.WANTS_TLS
                : "a hello of another program, job or secret was refused";
    }

    /** Whether the initiator claims to be a rank of the job. */
    boolean isRankOfJob() {
        return stream.hasJobToken()
                || record.arrived() >= Handshake.OPENING_BYTES
                        && handshake.isOpening(record.memory());
    }

    /** The initiator has ended its attempt, as after a simultaneous connect of two ranks. */
    private Progress withdraw() {
        close();
        // A TLS handshake without proof of the secret was expensive.
        return stream.hasJobToken() && !challenged ? Progress.FAILED : Progress.DONE;
    }

    /** A rank of the job has another setting. */
    private Progress refuseMac() throws IOException {
        handshake.writeWelcome(record.memory(), Handshake.OTHER_MAC, handshake.ownMac(), 0);
        record.write(Handshake.WELCOME_BYTES);
        String ranks = "rank=" + handshake.initiator() + " " + handshake.macs();
        acceptor.errorLog().logOnce("a rank has another setting tcp.mac", ranks);
        close();
        return Progress.DONE;
    }

    private void answer() throws IOException {
        HandshakeTarget target =
                acceptor.targets.connectionTo(handshake.initiator(), handshake.stream());
        int verdict = target.verdict(handshake);
        int latest = target.session().latestAttempt();
        handshake.writeWelcome(record.memory(), verdict, latest, target.received());
        record.write(Handshake.WELCOME_BYTES);
        if (verdict == Handshake.ACCEPTED) {
            target.session().learnAddress(handshake.address());
            target.establish(acceptor.protect(stream, handshake), handshake);
        } else {
            stream.close();
        }
    }

    private Progress reject(String cause, String detail) {
        acceptor.errorLog().logOnce(cause, detail);
        close();
        return Progress.FAILED;
    }

    void close() {
        stream.close();
    }
}
