package musubi.progress;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.error.CallSite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Detects that a rank has waited for long, and reports where, so that deadlocks and long waits can
 * be distinguished ({@link musubi.bootstrap.deadlock.DeadlockDetector}). It works only while the
 * rank sleeps.
 *
 * <p>A rank is stalled when a thread has waited for the set time without any arrival, all other
 * threads that could still call MPI wait likewise ({@link ThreadActivity}), and no operation of the
 * rank waits for room. A rank that computes, sleeps in {@code Thread.sleep} or reads a file is not
 * stalled; one that tests in a loop is after a longer time ({@link PollLoop}), if no other thread
 * waits in MPI.
 *
 * <p>Thread rule: the thread that holds the rank's gate.
 */
public final class StallDetector {
    private static final long NS_PER_MS = 1_000_000;
    private static final long MAX_CHECK_INTERVAL_NS = 250 * NS_PER_MS;

    /**
     * The pause after a check, in durations of the check, which visits all threads of the JVM: so
     * many ranks in one JVM check less often.
     */
    private static final int CHECKS_PER_PAUSE = 20;

    private static final int INTERVALS_PER_PAUSE = 16;

    private final StallLink link;
    private final MessageCounts counts;
    private final WorkList work;
    private final ThreadActivity others;
    private final RecentFailures failures;
    private final long afterNs;
    private final long checkIntervalNs;
    private final PollLoop pollLoop;
    private final Map<Thread, Waiter> waiters = new LinkedHashMap<>();
    private long nextCheckNs;
    private int number;
    private boolean reported;
    private long reportedSent;
    private long reportedReceived;
    private List<Stall.Wait> reportedWaits = List.of();
    private List<Integer> reportedPeers;

    /** The thread that polls without success, and for what; null for none. */
    private Thread poller;

    private Stall.Wait polled;
    private int seenProbe;
    private Thread seenBy;
    private int confirmedProbe;

    /**
     * When a rank counts as stalled.
     *
     * @param waitMs shortest wait that counts as long, in ms
     * @param pollsMs shortest time of polls without success that counts as long, in ms; 0 for none
     * @param pollsEnd whether a rank that polls for long counts as one that waits for ever;
     *     otherwise as one that may stop by itself
     */
    public record Times(long waitMs, long pollsMs, boolean pollsEnd) {}

    /**
     * A waiting thread.
     *
     * @param whole what its call waits for, of which {@code awaited} is a part or all
     * @param site its call site, which only the thread itself can find cheaply
     */
    private record Waiter(Waitable awaited, Waitable whole, CallSite site) {}

    /**
     * A detector without waits.
     *
     * @param times when waits and polls count as long
     * @param others whether other threads of the rank may still end a wait
     * @param failures repeated in reports
     */
    public StallDetector(
            StallLink link,
            MessageCounts counts,
            WorkList work,
            Times times,
            ThreadActivity others,
            RecentFailures failures) {
        this.link = link;
        this.counts = counts;
        this.work = work;
        this.others = others;
        this.failures = failures;
        afterNs = times.waitMs * NS_PER_MS;
        checkIntervalNs = Math.min(MAX_CHECK_INTERVAL_NS, afterNs / 4);
        pollLoop = times.pollsMs == 0 ? null : new PollLoop(this, counts, times);
    }

    /** Null if loops of polls do not count. */
    PollLoop pollLoop() {
        return pollLoop;
    }

    /** The longest sleep of a rank between two checks, in ns. */
    long longestSleepNs() {
        return reported ? checkIntervalNs : Math.max(afterNs / 2, checkIntervalNs);
    }

    /** The calling thread has slept in a wait, after a duty cycle that found nothing. */
    void afterSleep(IdleStrategy.Wait wait, Waitable awaited) {
        link.checkWait();
        long nowNs = System.nanoTime();
        if (nowNs - wait.idleSinceNs() < afterNs || wait.isWatched && nowNs < nextCheckNs) {
            return;
        }
        if (!wait.isWatched) {
            wait.isWatched = true;
            endPolls();
            waiters.put(
                    Thread.currentThread(),
                    new Waiter(awaited, wait.whole(awaited), CallSite.find()));
            withdraw();
        }
        if (!isStalled()) {
            withdraw();
        } else if (reported) {
            confirm();
        } else {
            report();
        }
        long endNs = System.nanoTime();
        nextCheckNs = endNs + pauseNs(endNs - nowNs, checkIntervalNs);
    }

    /** The pause after a check of this duration. */
    static long pauseNs(long checkNs, long intervalNs) {
        long longest = INTERVALS_PER_PAUSE * intervalNs;
        return Math.clamp(CHECKS_PER_PAUSE * checkNs, intervalNs, longest);
    }

    /**
     * The calling thread, which {@link #afterSleep}, does not wait any more, or something has come.
     */
    void endWait(IdleStrategy.Wait wait) {
        wait.isWatched = false;
        waiters.remove(Thread.currentThread());
        withdraw();
    }

    /**
     * The calling thread has polled the same operations without success for long.
     *
     * @param loop what it polls, and where
     */
    void afterPolls(Stall.Wait loop) {
        link.checkWait();
        if (!waiters.isEmpty()) {
            endPolls();
            return;
        }
        if (polled == null || !polled.description().equals(loop.description())) {
            withdraw();
            polled = loop;
        }
        poller = Thread.currentThread();
        if (!isStalled()) {
            withdraw();
        } else if (reported) {
            confirm();
        } else {
            report();
        }
    }

    /** The calling thread does not poll any more, or something has come. */
    void endPolls() {
        poller = null;
        polled = null;
        withdraw();
    }

    private Set<Thread> waitingThreads() {
        return poller == null ? waiters.keySet() : Set.of(poller);
    }

    private boolean isStalled() {
        for (Waiter waiter : waiters.values()) {
            if (waiter.awaited.isComplete()) {
                return false;
            }
        }
        boolean moved =
                reported
                        && (counts.sent() != reportedSent || counts.received() != reportedReceived);
        return !moved && work.needsOtherRanks() && !others.mayEndWait(waitingThreads());
    }

    private void withdraw() {
        if (reported) {
            reported = false;
            link.resumed();
        }
    }

    private void report() {
        reported = true;
        Stall stall = describe(++number);
        reportedSent = stall.sent();
        reportedReceived = stall.received();
        reportedWaits = stall.waits();
        reportedPeers = collectivePeers(stall);
        link.stalled(stall);
    }

    private static List<Integer> collectivePeers(Stall stall) {
        return stall.traffic() == null ? null : stall.traffic().collectivePeers();
    }

    private Stall describe(int stallNumber) {
        List<Stall.Wait> waits = new ArrayList<>();
        for (Waiter waiter : waiters.values()) {
            WaitDependencies needs = new WaitDependencies();
            waiter.whole.describeWait(needs);
            waits.add(
                    new Stall.Wait(
                            waiter.site.call(),
                            waiter.site.place(),
                            needs.description(),
                            needs.ranks(),
                            needs.isAnyRankSufficient(),
                            needs.release()));
        }
        if (polled != null) {
            waits.add(polled);
        }
        List<String> notes = failures.linesExceptOf(waitingThreads());
        notes.addAll(counts.unexpectedMessages());
        return new Stall(
                stallNumber,
                counts.sent(),
                counts.received(),
                waits,
                notes,
                polled == null ? counts.traffic() : null);
    }

    /** Flags in shared memory, for example, change what is awaited without a message. */
    private boolean isAsReported() {
        Stall now = describe(number);
        return now.waits().equals(reportedWaits)
                && Objects.equals(collectivePeers(now), reportedPeers);
    }

    /**
     * Confirms a probe one check after this thread has seen it, so that a duty cycle lies between.
     */
    private void confirm() {
        int probe = link.latestProbe();
        if (probe != seenProbe || seenBy != Thread.currentThread()) {
            seenProbe = probe;
            seenBy = Thread.currentThread();
        } else if (probe != confirmedProbe) {
            confirmedProbe = probe;
            if (isAsReported()) {
                link.confirm(number, probe);
            } else {
                withdraw();
            }
        }
    }
}
