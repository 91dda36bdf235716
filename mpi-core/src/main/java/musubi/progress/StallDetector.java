package musubi.progress;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.error.CallSite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Detects that a rank has waited for long, and reports where, so that deadlocks and long waits can
 * be distinguished ({@link musubi.bootstrap.deadlock.DeadlockDetector}). It works only while the
 * rank sleeps.
 *
 * <p>A rank is stalled when a thread has waited for the set time without any arrival, all other
 * threads that could still call MPI wait likewise ({@link ThreadActivity}), and no operation of the
 * rank waits for room. A rank that computes, sleeps in {@code Thread.sleep}, reads a file or tests
 * in a loop is not stalled.
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
    private final Map<Thread, Waiter> waiters = new LinkedHashMap<>();
    private long nextCheckNs;
    private int number;
    private boolean reported;
    private long reportedSent;
    private long reportedReceived;
    private int seenProbe;
    private Thread seenBy;
    private int confirmedProbe;

    /** A waiting thread and its call site, which only the thread itself can find cheaply. */
    private record Waiter(Waitable awaited, CallSite site) {}

    /**
     * A detector without waits.
     *
     * @param afterMs shortest wait that counts as long, in ms
     * @param others whether other threads of the rank may still end a wait
     * @param failures repeated in reports
     */
    public StallDetector(
            StallLink link,
            MessageCounts counts,
            WorkList work,
            long afterMs,
            ThreadActivity others,
            RecentFailures failures) {
        this.link = link;
        this.counts = counts;
        this.work = work;
        this.others = others;
        this.failures = failures;
        afterNs = afterMs * NS_PER_MS;
        checkIntervalNs = Math.min(MAX_CHECK_INTERVAL_NS, afterNs / 4);
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
            waiters.put(Thread.currentThread(), new Waiter(awaited, CallSite.find()));
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

    private boolean isStalled() {
        for (Waiter waiter : waiters.values()) {
            if (waiter.awaited.isComplete()) {
                return false;
            }
        }
        boolean moved =
                reported
                        && (counts.sent() != reportedSent || counts.received() != reportedReceived);
        return !moved && work.isAnnounced() && !others.mayEndWait(waiters.keySet());
    }

    private void withdraw() {
        if (reported) {
            reported = false;
            link.resumed();
        }
    }

    private void report() {
        reported = true;
        reportedSent = counts.sent();
        reportedReceived = counts.received();
        List<Stall.Wait> waits = new ArrayList<>();
        for (Waiter waiter : waiters.values()) {
            WaitDependencies needs = new WaitDependencies();
            waiter.awaited.describeWait(needs);
            waits.add(
                    new Stall.Wait(
                            waiter.site.call(),
                            waiter.site.place(),
                            needs.description(),
                            needs.ranks(),
                            needs.isAnyRankSufficient()));
        }
        List<String> notes = failures.linesExceptOf(waiters.keySet());
        notes.addAll(counts.unexpectedMessages());
        link.stalled(new Stall(++number, reportedSent, reportedReceived, waits, notes));
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
            link.confirm(number, probe);
        }
    }
}
