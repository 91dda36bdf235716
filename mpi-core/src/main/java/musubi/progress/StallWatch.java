package musubi.progress;

import musubi.bootstrap.Stall;
import musubi.bootstrap.StallLink;
import musubi.error.CallSite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Notices that a rank has waited for long, and tells where, so that a deadlock can be told from a
 * long wait ({@link musubi.bootstrap.DeadlockJudge}). It works only while the rank sleeps.
 *
 * <p>A rank is stalled when a thread has waited for the set time without any arrival, all other
 * threads that could still call MPI wait likewise ({@link OtherThreads}), and no operation of the
 * rank waits for room. Nobody who computes, sleeps by {@code Thread.sleep}, reads a file or tests
 * in a loop is stalled.
 *
 * <p>Thread rule: the thread that holds the rank's gate.
 */
public final class StallWatch {
    private static final long NS_PER_MS = 1_000_000;
    private static final long MOST_NS_BETWEEN_LOOKS = 250 * NS_PER_MS;

    private final StallLink link;
    private final Traffic traffic;
    private final WorkList work;
    private final OtherThreads others;
    private final long afterNs;
    private final long betweenLooksNs;
    private final Map<Thread, Waiter> waiters = new LinkedHashMap<>();
    private long nextLookNs;
    private int number;
    private boolean told;
    private long toldSent;
    private long toldReceived;
    private int seenQuestion;
    private Thread seenBy;
    private int answeredQuestion;

    /** A thread that waits, and where: only a thread itself can look at its frames cheaply. */
    private record Waiter(Awaited awaited, CallSite site) {}

    /**
     * A watch.
     *
     * @param afterMs how long a wait is long, in ms
     * @param manyThreads whether several threads may call MPI at the same time
     */
    public StallWatch(
            StallLink link, Traffic traffic, WorkList work, long afterMs, boolean manyThreads) {
        this.link = link;
        this.traffic = traffic;
        this.work = work;
        others = new OtherThreads(manyThreads);
        afterNs = afterMs * NS_PER_MS;
        betweenLooksNs = Math.min(MOST_NS_BETWEEN_LOOKS, afterNs / 4);
    }

    /** How long a rank may sleep without a look at what this watches, in ns. */
    long longestSleepNs() {
        return told ? betweenLooksNs : Math.max(afterNs / 2, betweenLooksNs);
    }

    /** The calling thread has slept in a wait, after a duty cycle that found nothing. */
    void slept(IdleStrategy.Wait wait, Awaited awaited) {
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
        } else if (told) {
            answer();
        } else {
            tell();
        }
    }

    /** The calling thread, which {@link #slept}, does not wait any more, or something has come. */
    void moved(IdleStrategy.Wait wait) {
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
        boolean moved = told && (traffic.sent() != toldSent || traffic.received() != toldReceived);
        return !moved && work.isAnnounced() && !others.mayAct(waiters.keySet());
    }

    private void withdraw() {
        if (told) {
            told = false;
            link.moved();
        }
    }

    private void tell() {
        told = true;
        toldSent = traffic.sent();
        toldReceived = traffic.received();
        List<Stall.Wait> waits = new ArrayList<>();
        for (Waiter waiter : waiters.values()) {
            Needs needs = new Needs();
            waiter.awaited.tell(needs);
            waits.add(
                    new Stall.Wait(
                            waiter.site.call(),
                            waiter.site.place(),
                            needs.words(),
                            needs.ranks(),
                            needs.isOneEnough()));
        }
        link.stalled(new Stall(++number, toldSent, toldReceived, waits, traffic.unexpected()));
    }

    /** Answers a question one look after this thread saw it, so that a duty cycle lies between. */
    private void answer() {
        int question = link.question();
        if (question != seenQuestion || seenBy != Thread.currentThread()) {
            seenQuestion = question;
            seenBy = Thread.currentThread();
        } else if (question != answeredQuestion) {
            answeredQuestion = question;
            link.confirm(number, question);
        }
    }
}
