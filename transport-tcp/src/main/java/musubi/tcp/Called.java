package musubi.tcp;

import musubi.tls.TlsFailure;

import java.io.EOFException;
import java.io.IOException;

/** A connection that somebody has made, until it is known who. */
final class Called {
    private static final long LONGEST_PATIENCE_NS = 60_000_000_000L;

    private final TcpStream stream;
    private final HandshakeRecord record;
    private final Handshake handshake;
    private final long deadlineNs;
    private boolean challenged;

    /** What became of a handshake. */
    enum Progress {
        /** It goes on. */
        WAITS,
        /** A rank of the job has got its answer. */
        DONE,
        /** It was not a rank of the job, or not for long. */
        FAILED
    }

    private Called(TcpStream stream, Identity self, long deadlineNs) {
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
    static Called greet(TcpStream stream, Identity self, long patienceNs) {
        long deadlineNs = System.nanoTime() + Math.min(patienceNs, LONGEST_PATIENCE_NS);
        Called called = new Called(stream, self, deadlineNs);
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
    Progress advance(Links links, long now) {
        try {
            if (!challenge() || !record.read(Handshake.HELLO_BYTES)) {
                return now - deadlineNs < 0
                        ? Progress.WAITS
                        : reject(links, "a connection without a hello in time", null);
            }
            if (!handshake.readHello(record.memory())) {
                return reject(links, refusal(), null);
            }
            answer(links);
            return Progress.DONE;
        } catch (EOFException e) {
            return isRankOfJob()
                    ? leave()
                    : reject(links, "a connection was closed before its hello", null);
        } catch (TlsFailure e) {
            return reject(links, "a connection was refused: " + e.getMessage(), e.reason());
        } catch (IOException e) {
            return isRankOfJob()
                    ? leave()
                    : reject(links, "a connection broke before its hello", e.getMessage());
        }
    }

    /** Why a hello is refused that is none. */
    private String refusal() {
        return TlsRecord.isOpeningOrAlert(record.memory(), Handshake.HELLO_BYTES)
                ? "a connection was refused: " + TlsFailure.WANTS_TLS
                : "a hello of another program, job or secret was refused";
    }

    /** Whether it has said to be one, and no more: two calls were settled, say. */
    private boolean isRankOfJob() {
        return stream.isOfJob()
                || record.arrived() >= Handshake.OPENING_BYTES
                        && handshake.isOpening(record.memory());
    }

    private Progress leave() {
        hangUp();
        // Who has not proved to know the secret has cost much, if TLS was begun.
        return stream.isOfJob() && !challenged ? Progress.FAILED : Progress.DONE;
    }

    private void answer(Links links) throws IOException {
        Link link = links.linkTo(handshake.caller(), handshake.stream());
        int verdict = links.judge(link, handshake);
        handshake.writeWelcome(record.memory(), verdict, link.traffic().receipt().received());
        record.write(Handshake.WELCOME_BYTES);
        if (verdict == Handshake.ACCEPTED) {
            link.session().meet(handshake.address());
            link.establish(stream, handshake);
        } else {
            stream.close();
        }
    }

    private Progress reject(Links links, String cause, String detail) {
        links.complaints().tell(cause, detail);
        hangUp();
        return Progress.FAILED;
    }

    void hangUp() {
        stream.close();
    }
}
