package musubi.bootstrap.local;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.bootstrap.deadlock.DeadlockDetector;

import java.util.function.Consumer;

/** Asks a judge that lives in this JVM. */
final class LocalStallLink implements StallLink {
    private final DeadlockDetector judge;
    private final int rank;
    private final Consumer<String> onDeadlock;

    /**
     * A rank's link.
     *
     * @param onDeadlock ends the rank; gets what to tell the user
     */
    LocalStallLink(DeadlockDetector judge, int rank, Consumer<String> onDeadlock) {
        this.judge = judge;
        this.rank = rank;
        this.onDeadlock = onDeadlock;
    }

    @Override
    public void stalled(Stall stall) {
        judge.stalled(rank, stall);
    }

    @Override
    public void resumed() {
        judge.resumed(rank);
    }

    @Override
    public int latestProbe() {
        endIfDecided();
        return judge.latestProbe();
    }

    @Override
    public void confirm(int stallNumber, int question) {
        judge.confirmed(rank, stallNumber, question);
        endIfDecided();
    }

    private void endIfDecided() {
        String verdict = judge.report();
        if (verdict != null) {
            onDeadlock.accept(verdict);
        }
    }
}
