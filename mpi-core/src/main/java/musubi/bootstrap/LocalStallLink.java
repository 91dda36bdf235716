package musubi.bootstrap;

import java.util.function.Consumer;

/** Asks a judge that lives in this JVM. */
final class LocalStallLink implements StallLink {
    private final DeadlockJudge judge;
    private final int rank;
    private final Consumer<String> onDeadlock;

    /**
     * A rank's link.
     *
     * @param onDeadlock ends the rank; gets what to tell the user
     */
    LocalStallLink(DeadlockJudge judge, int rank, Consumer<String> onDeadlock) {
        this.judge = judge;
        this.rank = rank;
        this.onDeadlock = onDeadlock;
    }

    @Override
    public void stalled(Stall stall) {
        judge.stalled(rank, stall);
    }

    @Override
    public void moved() {
        judge.moved(rank);
    }

    @Override
    public int question() {
        endIfDecided();
        return judge.question();
    }

    @Override
    public void confirm(int stallNumber, int question) {
        judge.confirmed(rank, stallNumber, question);
        endIfDecided();
    }

    private void endIfDecided() {
        String verdict = judge.verdict();
        if (verdict != null) {
            onDeadlock.accept(verdict);
        }
    }
}
