package musubi.launch.pmi;

import musubi.bootstrap.Stall;
import musubi.bootstrap.deadlock.DeadlockDetector;
import musubi.bootstrap.pmi.PmiLine;
import musubi.bootstrap.pmi.StallLine;
import musubi.launch.job.JobEvent;

import java.util.function.Consumer;

/** Takes what ranks say of long waits to the judge, and its questions to the ranks. */
final class StallCollector {
    private final DeadlockDetector judge;
    private final PmiPeer[] sessions;
    private final Consumer<JobEvent> events;

    /**
     * A desk for so many ranks.
     *
     * @param events gets the deadlock
     */
    StallCollector(int ranks, Consumer<JobEvent> events) {
        judge = new DeadlockDetector(ranks);
        sessions = new PmiPeer[ranks];
        this.events = events;
    }

    /** Where ranks wait that have waited for long; null when none has. */
    String describeWaits() {
        return judge.describeWaits();
    }

    void stalled(PmiPeer session, PmiLine line) {
        Stall stall = StallLine.parse(line);
        if (stall == null) {
            return;
        }
        sessions[session.rank()] = session;
        ask(judge.stalled(session.rank(), stall));
    }

    /** A rank has ended, and the others go on as long as they do not wait for it. */
    void rankLeft(int rank) {
        sessions[rank] = null;
        ask(judge.rankLeft(rank));
    }

    private void ask(int question) {
        if (question > 0) {
            PmiLine ask = PmiLine.command(StallLine.PROBE).with("question", question);
            for (PmiPeer each : sessions) {
                if (each != null) {
                    each.send(ask);
                }
            }
        }
    }

    void resumed(PmiPeer session) {
        judge.resumed(session.rank());
    }

    void confirmed(PmiPeer session, PmiLine line) {
        int stall = line.number("stall", 0);
        int question = line.number("question", 0);
        if (judge.confirmed(session.rank(), stall, question)) {
            events.accept(new JobEvent.Deadlock(judge.report()));
        }
    }
}
