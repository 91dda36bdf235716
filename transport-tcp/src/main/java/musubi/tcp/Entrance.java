package musubi.tcp;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Where connections come in: asks who they are, lets ranks of the job pass, and keeps the others
 * from using up this rank's memory and time. What they do wrong is told once for each kind.
 */
final class Entrance {
    /** So many may be inside without having said who they are; then the oldest has to go. */
    static final int STRANGERS = 1024;

    /** So many are let in at a time, before the rank does something else. */
    private static final int ACCEPTED_AT_ONCE = 64;

    private final Identity self;
    private final Sockets sockets;
    private final long patienceNs;
    private final List<Called> strangers = new ArrayList<>();
    private final FailureBudget budget = new FailureBudget(System.nanoTime());
    private final Complaints complaints;
    private boolean knocked;

    /**
     * An entrance where nobody has come.
     *
     * @param patienceNs how long somebody may take to say who it is
     */
    Entrance(Identity self, Sockets sockets, long patienceNs) {
        this.self = self;
        this.sockets = sockets;
        this.patienceNs = patienceNs;
        complaints = new Complaints(self.rank(), System.err::println);
    }

    Complaints complaints() {
        return complaints;
    }

    /** Somebody may have come. */
    void knock() {
        knocked = true;
    }

    /** Whether there is somebody to be heard. */
    boolean isBusy() {
        return knocked || !strangers.isEmpty();
    }

    /** Lets in who has come, and hears what they say. */
    void serve(Links links, long now) {
        if (knocked && budget.isLeft(now)) {
            letIn();
        }
        strangers.removeIf(stranger -> !isWaiting(stranger.advance(links, now), now));
    }

    private boolean isWaiting(Called.Progress progress, long now) {
        if (progress == Called.Progress.FAILED) {
            budget.spend(now);
        }
        return progress == Called.Progress.WAITS;
    }

    private void letIn() {
        knocked = false;
        try {
            int let = 0;
            TcpStream stream = sockets.accept();
            while (stream != null) {
                Called stranger = Called.greet(stream, self, patienceNs);
                if (stranger != null) {
                    strangers.add(stranger);
                }
                if (++let == ACCEPTED_AT_ONCE) {
                    knocked = true;
                    break;
                }
                stream = sockets.accept();
            }
        } catch (IOException e) {
            // Out of descriptors, or the caller has gone: try again at the next event.
            complaints.tell("cannot accept a connection", e.getMessage());
            knocked = true;
        }
        while (strangers.size() > STRANGERS) {
            complaints.tell("too many connections without a hello; the oldest is closed", null);
            strangers.removeFirst().hangUp();
        }
    }

    /** Sends everybody away. */
    void close() {
        strangers.forEach(Called::hangUp);
        strangers.clear();
    }
}
