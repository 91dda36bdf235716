package musubi.bootstrap.deadlock;

import musubi.bootstrap.Stall;

import java.util.BitSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Detects deadlocks among all ranks of a job, and among some of them.
 *
 * <p>Ranks report stalls and their ends. Once all ranks are stalled and have received as much as
 * they have sent, the detector sends a probe. A rank confirms the probe after a poll for arrivals,
 * if it is still in the same stall. With all confirmations, all ranks were stalled at the time of
 * the probe (each from its report to its confirmation), no message was in flight, and no arrival
 * could end a wait: a deadlock.
 *
 * <p>Some ranks are deadlocked while others continue if no other rank can release them ({@link
 * WaitForGraph}) and they have received what they have sent to each other. They have to confirm
 * several probes, so that the report has all ranks that will have reported their stalls by then.
 *
 * <p>If one of all ranks polls and may stop by itself, that is no certain deadlock: the result is a
 * note, once for each job.
 *
 * <p>Message counting follows Mattern (Algorithms for distributed termination detection,
 * Distributed Computing 2(3), 1987).
 *
 * <p>Thread rule: any thread.
 */
public final class DeadlockDetector {
    /** The probes that some ranks have to confirm; all ranks one. */
    private static final int PROBES_OF_SOME = 4;

    private final Stall[] stalls;
    private final int[] confirmations;
    private final boolean[] gone;

    /** The ranks that have to confirm the latest probe. */
    private BitSet suspects = new BitSet();

    private int probesLeft;
    private int goneRanks;
    private int probe;
    private boolean probing;
    private String report;
    private String note;
    private boolean noted;

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
        probing &= !suspects.get(rank);
        return probe();
    }

    private int probe() {
        BitSet before = suspects;
        boolean all = areAllStalled() && areNoMessagesInFlight();
        if (all && mayOneStopPolling()) {
            // A certain deadlock of some of them comes first.
            suspects = deadlockedRanks();
            all = suspects.isEmpty() && !noted;
            suspects = all ? present() : suspects;
        } else {
            suspects = all ? present() : deadlockedRanks();
        }
        if (!all && probing && suspects.equals(before)) {
            return 0;
        }
        probing = !suspects.isEmpty();
        probesLeft = all ? 1 : PROBES_OF_SOME;
        return probing ? ++probe : 0;
    }

    private boolean mayOneStopPolling() {
        return Stream.of(stalls).anyMatch(stall -> stall != null && stall.mayStopPolling());
    }

    private BitSet present() {
        BitSet ranks = new BitSet(gone.length);
        IntStream.range(0, gone.length).filter(rank -> !gone[rank]).forEach(ranks::set);
        return ranks;
    }

    /** After the end of a rank its messages are not counted any more. */
    private BitSet deadlockedRanks() {
        return goneRanks > 0 ? new BitSet() : WaitForGraph.deadlocked(stalls);
    }

    /**
     * Records the end of a stall.
     *
     * @return the number of a probe for all ranks; 0 for none
     */
    public synchronized int resumed(int rank) {
        stalls[rank] = null;
        probing &= !suspects.get(rank);
        return probing ? 0 : probe();
    }

    /**
     * Records the confirmation of a probe.
     *
     * <p>When a further probe is necessary, {@link #latestProbe} is its number.
     *
     * @return whether a deadlock is detected; true once
     */
    public synchronized boolean confirmed(int rank, int stallNumber, int confirmed) {
        Stall stall = stalls[rank];
        if (!probing || confirmed != probe || !isIn(stall, stallNumber) || !suspects.get(rank)) {
            return false;
        }
        confirmations[rank] = confirmed;
        if (!haveAllConfirmed()) {
            return false;
        }
        if (--probesLeft > 0) {
            probe++;
            return false;
        }
        probing = false;
        DeadlockReport text = new DeadlockReport(stalls.clone());
        if (suspects.equals(present()) && mayOneStopPolling()) {
            noted = true;
            note = text.note();
            return false;
        }
        report = suspects.equals(present()) ? text.text() : text.text(suspects);
        return true;
    }

    /** The report of the deadlock; null as long as there is none. */
    public synchronized String report() {
        return report;
    }

    /** The note of ranks that wait or poll for ever, if it has not been taken; else null. */
    public synchronized String takeNote() {
        String taken = note;
        note = null;
        return taken;
    }

    /** The ranks that the latest probe is for. */
    synchronized BitSet suspects() {
        return suspects;
    }

    /** The waits of stalled ranks; null if there are none. */
    public synchronized String describeWaits() {
        return new DeadlockReport(stalls.clone()).describeWaits();
    }

    /** The number of the latest probe; 0 before the first. */
    public synchronized int latestProbe() {
        return probe;
    }

    private static boolean isIn(Stall stall, int number) {
        return stall != null && stall.number() == number;
    }

    private boolean haveAllConfirmed() {
        return suspects.stream().allMatch(rank -> confirmations[rank] == probe);
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
