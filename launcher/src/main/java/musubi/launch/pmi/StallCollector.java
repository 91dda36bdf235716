package musubi.launch.pmi;

import musubi.bootstrap.Stall;
import musubi.bootstrap.deadlock.DeadlockDetector;
import musubi.bootstrap.pmi.PmiLine;
import musubi.bootstrap.pmi.StallLine;
import musubi.launch.job.JobEvent;

import java.util.function.Consumer;

/** Passes stall reports of ranks to the deadlock detector, and its probes to the ranks. */
final class StallCollector {
    private final DeadlockDetector detector;
    private final PmiPeer[] sessions;
    private final Consumer<JobEvent> events;

    /**
     * A collector.
     *
     * @param ranks the number of ranks of the job
     * @param events receives the deadlock, or the note of polls for ever
     */
    StallCollector(int ranks, Consumer<JobEvent> events) {
        detector = new DeadlockDetector(ranks);
        sessions = new PmiPeer[ranks];
        this.events = events;
    }

    /** The waits of stalled ranks; null if there are none. */
    String describeWaits() {
        return detector.describeWaits();
    }

    void stalled(PmiPeer session, PmiLine line) {
        Stall stall = StallLine.parse(line);
        if (stall == null) {
            return;
        }
        sessions[session.rank()] = session;
        sendProbe(detector.stalled(session.rank(), stall));
    }

    /** A rank has ended while the others may continue. */
    void rankLeft(int rank) {
        sessions[rank] = null;
        sendProbe(detector.rankLeft(rank));
    }

    private void sendProbe(int probe) {
        if (probe > 0) {
            PmiLine line = PmiLine.command(StallLine.PROBE).with("question", probe);
            for (PmiPeer each : sessions) {
                if (each != null) {
                    each.send(line);
                }
            }
        }
    }

    void resumed(PmiPeer session) {
        sendProbe(detector.resumed(session.rank()));
    }

    void confirmed(PmiPeer session, PmiLine line) {
        int stall = line.number("stall", 0);
        int probe = line.number("question", 0);
        if (detector.confirmed(session.rank(), stall, probe)) {
            events.accept(new JobEvent.Deadlock(detector.report()));
        } else if (detector.latestProbe() > probe) {
            sendProbe(detector.latestProbe());
        }
        String note = detector.takeNote();
        if (note != null) {
            events.accept(new JobEvent.Note(note));
        }
    }
}
