package musubi.bootstrap.local;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.bootstrap.deadlock.DeadlockDetector;

import java.util.function.Consumer;

/** A link to a detector in the same JVM. */
final class LocalStallLink implements StallLink {
    private final DeadlockDetector detector;
    private final int rank;
    private final Consumer<String> onDeadlock;

    /**
     * The link of a rank.
     *
     * @param onDeadlock terminates the rank; receives the report
     */
    LocalStallLink(DeadlockDetector detector, int rank, Consumer<String> onDeadlock) {
        this.detector = detector;
        this.rank = rank;
        this.onDeadlock = onDeadlock;
    }

    @Override
    public void stalled(Stall stall) {
        detector.stalled(rank, stall);
    }

    @Override
    public void resumed() {
        detector.resumed(rank);
    }

    @Override
    public int latestProbe() {
        endOnDeadlock();
        return detector.latestProbe();
    }

    @Override
    public void confirm(int stallNumber, int probe) {
        detector.confirmed(rank, stallNumber, probe);
        endOnDeadlock();
    }

    private void endOnDeadlock() {
        String report = detector.report();
        if (report != null) {
            onDeadlock.accept(report);
        }
    }
}
