package musubi.bootstrap.local;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.bootstrap.deadlock.DeadlockDetector;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

/**
 * A link to a detector in the same JVM.
 *
 * @param checkJob fails if the job was aborted
 */
record LocalStallLink(DeadlockDetector detector, int rank, Runnable checkJob) implements StallLink {
    @Override
    public void checkWait() {
        checkJob.run();
        if (Thread.currentThread().isInterrupted()) {
            throw new MpiFailure(ErrorClass.OTHER, "the thread was interrupted while it waited");
        }
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
        String note = detector.takeNote();
        if (note != null) {
            System.err.println("musubi: " + note);
        }
        endOnDeadlock();
    }

    private void endOnDeadlock() {
        String report = detector.report();
        if (report != null) {
            // The JVM continues, so each rank throws.
            throw new MpiFailure(ErrorClass.OTHER, report);
        }
    }
}
