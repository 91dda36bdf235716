package musubi.tcp;

import java.io.IOException;

/** A connection that somebody has made, until it is known who. */
final class Called {
    private static final long PATIENCE_NS = 60_000_000_000L;

    private final TcpStream stream;
    private final HandshakeRecord record;
    private final Handshake handshake;
    private final long deadlineNs;

    private Called(TcpStream stream, Identity self, long now) {
        this.stream = stream;
        record = new HandshakeRecord(stream);
        handshake = new Handshake(self);
        deadlineNs = now + PATIENCE_NS;
    }

    /** Asks the other side who it is; returns null when it has gone already. */
    static Called greet(TcpStream stream, Identity self, long now) {
        Called called = new Called(stream, self, now);
        try {
            called.handshake.writeChallenge(called.record.memory());
            called.record.write(Handshake.CHALLENGE_BYTES);
            return called;
        } catch (IOException e) {
            stream.close();
            return null;
        }
    }

    /**
     * Goes on as far as possible.
     *
     * @return false when there is nothing left to do
     */
    boolean advance(Links links, long now) {
        try {
            if (!record.read(Handshake.HELLO_BYTES)) {
                return now - deadlineNs < 0 || reject();
            }
            if (!handshake.readHello(record.memory())) {
                return reject();
            }
            answer(links);
            return false;
        } catch (IOException e) {
            return reject();
        }
    }

    private void answer(Links links) throws IOException {
        Link link = links.admit(handshake.caller());
        handshake.writeWelcome(
                record.memory(), link == null ? Handshake.ANOTHER : Handshake.ACCEPTED);
        record.write(Handshake.WELCOME_BYTES);
        if (link == null) {
            stream.close();
        } else {
            link.establish(stream);
        }
    }

    private boolean reject() {
        hangUp();
        return false;
    }

    void hangUp() {
        stream.close();
    }
}
