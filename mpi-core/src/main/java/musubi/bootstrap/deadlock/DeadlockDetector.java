package musubi.bootstrap.deadlock;

import musubi.bootstrap.Stall;

/**
 * Tells a deadlock from a long wait, for all ranks of a job.
 *
 * <p>Ranks say when they stall and when they move. When all of them are stalled and have received
 * as much as they have sent, they are asked once more. Each answers after it has looked for
 * arrivals since the question, and only if it is in the same stall as before. So at the moment of
 * the question all ranks were stalled at once (each from its report to its answer), nothing was
 * under way between them, and nothing that could end a wait was there. Then nothing ever will be.
 *
 * <p>The idea of counting messages is Mattern's (Algorithms for distributed termination detection,
 * Distributed Computing 2(3), 1987).
 *
 * <p>Thread rule: any thread.
 */
public final class DeadlockDetector {
    private final Stall[] stalls;
    private final int[] answers;
    private final boolean[] gone;
    private int goneRanks;
    private int question;
    private boolean asking;
    private String verdict;

    /** A judge of so many ranks, none of which is stalled. */
    public DeadlockDetector(int ranks) {
        stalls = new Stall[ranks];
        answers = new int[ranks];
        gone = new boolean[ranks];
    }

    /**
     * A rank has ended although the others may still wait for it. What it sent and received is not
     * known then, so from now on messages are no longer counted.
     *
     * @return the number of a question that all other ranks are to be asked now; 0 for none
     */
    public synchronized int rankLeft(int rank) {
        goneRanks += gone[rank] ? 0 : 1;
        gone[rank] = true;
        stalls[rank] = null;
        return ask();
    }

    /**
     * A rank has stalled.
     *
     * @return the number of a question that all ranks are to be asked now; 0 for none
     */
    public synchronized int stalled(int rank, Stall stall) {
        stalls[rank] = stall;
        return ask();
    }

    private int ask() {
        asking = areAllStalled() && isNothingUnderWay();
        return asking ? ++question : 0;
    }

    /** A rank does not wait any more. */
    public synchronized void resumed(int rank) {
        stalls[rank] = null;
        asking = false;
    }

    /**
     * A rank is still in a stall after a question.
     *
     * @return whether this is a deadlock; true once
     */
    public synchronized boolean confirmed(int rank, int stallNumber, int answered) {
        Stall stall = stalls[rank];
        if (!asking || answered != question || stall == null || stall.number() != stallNumber) {
            return false;
        }
        answers[rank] = answered;
        if (!haveAllAnswered()) {
            return false;
        }
        asking = false;
        verdict = new DeadlockReport(stalls.clone()).text();
        return true;
    }

    /** What to tell the user; null as long as there is no deadlock. */
    public synchronized String report() {
        return verdict;
    }

    /** Where ranks wait that have waited for long; null when none has. */
    public synchronized String describeWaits() {
        return new DeadlockReport(stalls.clone()).describeWaits();
    }

    /** The number of the latest question; 0 before the first. */
    public synchronized int latestProbe() {
        return question;
    }

    private boolean haveAllAnswered() {
        for (int rank = 0; rank < answers.length; rank++) {
            if (!gone[rank] && answers[rank] != question) {
                return false;
            }
        }
        return true;
    }

    private boolean areAllStalled() {
        for (int rank = 0; rank < stalls.length; rank++) {
            if (!gone[rank] && stalls[rank] == null) {
                return false;
            }
        }
        return goneRanks < stalls.length;
    }

    private boolean isNothingUnderWay() {
        if (goneRanks > 0) {
            return true;
        }
        long underWay = 0;
        for (Stall stall : stalls) {
            underWay += stall.sent() - stall.received();
        }
        return underWay == 0;
    }
}
