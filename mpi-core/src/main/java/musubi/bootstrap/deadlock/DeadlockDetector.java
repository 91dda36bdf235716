package musubi.bootstrap.deadlock;

import musubi.bootstrap.Stall;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Detects deadlocks among all ranks of a job.
 *
 * <p>Ranks report stalls and their ends. Once all ranks are stalled and have received as much as
 * they have sent, the detector sends a probe. A rank confirms the probe after a poll for arrivals,
 * if it is still in the same stall. With all confirmations, all ranks were stalled at the time of
 * the probe (each from its report to its confirmation), no message was in flight, and no arrival
 * could end a wait: a deadlock.
 *
 * <p>Message counting follows Mattern (Algorithms for distributed termination detection,
 * Distributed Computing 2(3), 1987).
 *
 * <p>Thread rule: any thread.
 */
public final class DeadlockDetector {
    private final Stall[] stalls;
    private final int[] confirmations;
    private final boolean[] gone;
    private int goneRanks;
    private int probe;
    private boolean probing;
    private String report;

    /** A detector for this number of ranks. */
    public DeadlockDetector(int ranks) {
        stalls = new Stall[ranks];
        confirmations = new int[ranks];
        gone = new boolean[ranks];
    }

    /**
     * Records the end of a rank before the others. Its message counts are unknown, so messages are
     * no longer counted.
     *
     * @return the number of a probe for all other ranks; 0 for none
     */
    public synchronized int rankLeft(int rank) {
        goneRanks += gone[rank] ? 0 : 1;
        gone[rank] = true;
        stalls[rank] = null;
        return probe();
    }

    /**
     * Records a stall.
     *
     * @return the number of a probe for all ranks; 0 for none
     */
    public synchronized int stalled(int rank, Stall stall) {
        stalls[rank] = stall;
        return probe();
    }

    private int probe() {
        probing = areAllStalled() && areNoMessagesInFlight();
        return probing ? ++probe : 0;
    }

    /** Records the end of a stall. */
    public synchronized void resumed(int rank) {
        stalls[rank] = null;
        probing = false;
    }

    /**
     * Records the confirmation of a probe.
     *
     * @return whether a deadlock is detected; true once
     */
    public synchronized boolean confirmed(int rank, int stallNumber, int confirmed) {
        Stall stall = stalls[rank];
        if (!probing || confirmed != probe || stall == null || stall.number() != stallNumber) {
            return false;
        }
        confirmations[rank] = confirmed;
        if (!haveAllConfirmed()) {
            return false;
        }
        probing = false;
        report = new DeadlockReport(stalls.clone()).text();
        return true;
    }

    /** The report of the deadlock; null as long as there is none. */
    public synchronized String report() {
        return report;
    }

    /** The waits of stalled ranks; null if there are none. */
    public synchronized String describeWaits() {
        return new DeadlockReport(stalls.clone()).describeWaits();
    }

    /** The number of the latest probe; 0 before the first. */
    public synchronized int latestProbe() {
        return probe;
    }

    private boolean haveAllConfirmed() {
        return IntStream.range(0, confirmations.length)
                .allMatch(rank -> gone[rank] || confirmations[rank] == probe);
    }

    private boolean areAllStalled() {
        boolean all = IntStream.range(0, stalls.length).allMatch(r -> gone[r] || stalls[r] != null);
        return all && goneRanks < stalls.length;
    }

    private boolean areNoMessagesInFlight() {
        return goneRanks > 0
                || Stream.of(stalls).mapToLong(s -> s.sent() - s.received()).sum() == 0;
    }
}
