package musubi.launch;

import musubi.bootstrap.DeadlockJudge;
import musubi.bootstrap.PmiLine;
import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLine;

import java.util.function.Consumer;

/** Takes what ranks say of long waits to the judge, and its questions to the ranks. */
final class StallDesk {
    private final DeadlockJudge judge;
    private final PmiPeer[] sessions;
    private final Consumer<JobEvent> events;

    /**
     * A desk for so many ranks.
     *
     * @param events gets the deadlock
     */
    StallDesk(int ranks, Consumer<JobEvent> events) {
        judge = new DeadlockJudge(ranks);
        sessions = new PmiPeer[ranks];
        this.events = events;
    }

    /** Where ranks wait that have waited for long; null when none has. */
    String waits() {
        return judge.waits();
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
    void left(int rank) {
        sessions[rank] = null;
        ask(judge.left(rank));
    }

    private void ask(int question) {
        if (question > 0) {
            PmiLine ask = PmiLine.command(StallLine.QUESTION).with("question", question);
            for (PmiPeer each : sessions) {
                if (each != null) {
                    each.send(ask);
                }
            }
        }
    }

    void moved(PmiPeer session) {
        judge.moved(session.rank());
    }

    void confirmed(PmiPeer session, PmiLine line) {
        int stall = line.number("stall", 0);
        int question = line.number("question", 0);
        if (judge.confirmed(session.rank(), stall, question)) {
            events.accept(new JobEvent.Deadlock(judge.verdict()));
        }
    }
}
