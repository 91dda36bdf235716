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
    private static final long MOST_NS_BETWEEN_LOOKS = 250 * NS_PER_MS;

    private final StallLink link;
    private final MessageCounts traffic;
    private final WorkList work;
    private final ThreadActivity others;
    private final long afterNs;
    private final long betweenLooksNs;
    private final Map<Thread, Waiter> waiters = new LinkedHashMap<>();
    private long nextLookNs;
    private int number;
    private boolean reported;
    private long reportedSent;
    private long reportedReceived;
    private int seenQuestion;
    private Thread seenBy;
    private int answeredQuestion;

    /** A waiting thread and its call site, which only the thread itself can find cheaply. */
    private record Waiter(Waitable awaited, CallSite site) {}

    /**
     * * A detector. * @param afterMs shortest wait that counts as long, in ms
     *
     * @param others whether other threads of the rank may still end a wait
     */
    public StallDetector(
            StallLink link,
            MessageCounts traffic,
            WorkList work,
            long afterMs,
            ThreadActivity others) {
        this.link = link;
        this.traffic = traffic;
        this.work = work;
        this.others = others;
        afterNs = afterMs * NS_PER_MS;
        betweenLooksNs = Math.min(MOST_NS_BETWEEN_LOOKS, afterNs / 4);
    }

    /** The longest sleep of a rank between two checks, in ns. */
    long longestSleepNs() {
        return reported ? betweenLooksNs : Math.max(afterNs / 2, betweenLooksNs);
    }

    /** The calling thread has slept in a wait, after a duty cycle that found nothing. */
    void afterSleep(IdleStrategy.Wait wait, Waitable awaited) {
        long nowNs = System.nanoTime();
        if (nowNs - wait.idleSinceNs() < afterNs || wait.isWatched && nowNs < nextLookNs) {
            return;
        }
        nextLookNs = nowNs + betweenLooksNs;
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
                        && (traffic.sent() != reportedSent
                                || traffic.received() != reportedReceived);
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
        reportedSent = traffic.sent();
        reportedReceived = traffic.received();
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
        link.stalled(
                new Stall(
                        ++number,
                        reportedSent,
                        reportedReceived,
                        waits,
                        traffic.unexpectedMessages()));
    }

    /**
     * Confirms a probe one check after this thread has seen it, so that a duty cycle lies between.
     */
    private void confirm() {
        int question = link.latestProbe();
        if (question != seenQuestion || seenBy != Thread.currentThread()) {
            seenQuestion = question;
            seenBy = Thread.currentThread();
        } else if (question != answeredQuestion) {
            answeredQuestion = question;
            link.confirm(number, question);
        }
    }
}
