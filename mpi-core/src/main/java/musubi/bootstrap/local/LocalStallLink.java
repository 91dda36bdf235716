package musubi.bootstrap.local;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.bootstrap.deadlock.DeadlockDetector;

import java.util.function.Consumer;

/**
 * A link to a detector in the same JVM.
 *
 * @param onDeadlock terminates the rank; receives the report
 */
record LocalStallLink(DeadlockDetector detector, int rank, Consumer<String> onDeadlock)
        implements StallLink {
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
