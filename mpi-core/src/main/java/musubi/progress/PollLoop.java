package musubi.progress;

import musubi.bootstrap.Stall;
import musubi.error.CallSite;

import java.lang.management.ManagementFactory;
import java.util.Set;
import java.util.TreeSet;

/**
 * Detects that a rank polls the same operations without success for long: a loop around a test or a
 * probe that returns at once. Such a rank counts as stalled ({@link StallDetector}).
 *
 * <p>A rank that computes between its polls is not in a loop: its thread uses most of its processor
 * time outside of the polls. Neither is a rank that has exchanged messages, or has a thread that
 * runs outside of MPI, or waits in MPI beside the polls.
 *
 * <p>A poll costs an increment; one of {@value #POLLS_PER_CHECK} reads clocks.
 *
 * <p>Thread rule: the thread that holds the rank's gate.
 */
final class PollLoop {
    private static final long NS_PER_MS = 1_000_000;
    private static final long LONGEST_INTERVAL_NS = 250 * NS_PER_MS;
    private static final int POLLS_PER_CHECK = 64;

    /** The consecutive polls that are described for a report. */
    private static final int POLLS_DESCRIBED = 32;

    /** A rank computes if it uses more time outside than this multiple of the time in polls. */
    private static final int MOST_OUTSIDE = 30;

    /** A rank that sleeps between its polls uses less than this part of its time. */
    private static final int SMALLEST_PART = 10;

    private static final Clock SYSTEM =
            new Clock() {
                @Override
                public long nowNs() {
                    return System.nanoTime();
                }

                @Override
                public long cpuNs() {
                    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
                }
            };

    private final StallDetector stalls;
    private final MessageCounts counts;
    private final Clock clock;
    private final long afterNs;
    private final long checkIntervalNs;
    private final Stall.Release release;

    /** The thread that polls; null before the first check of a loop. */
    private Thread poller;

    private int polls;
    private boolean isMeasuring;
    private long measuredSinceNs;
    private long cpuAtBeginNs;
    private long allPolls;
    private long shortestPollNs;
    private long sent;
    private long received;
    private long nextCheckNs;
    private int described;
    private final Set<String> descriptions = new TreeSet<>();
    private WaitDependencies needs = new WaitDependencies();
    private boolean isReported;

    /** The times that loops are judged by. */
    interface Clock {
        /** A time, in ns. */
        long nowNs();

        /** The processor time of the calling thread, in ns. */
        long cpuNs();
    }

    PollLoop(StallDetector stalls, MessageCounts counts, StallDetector.Times times) {
        this(stalls, counts, times, SYSTEM);
    }

    /** A detector without polls. */
    PollLoop(StallDetector stalls, MessageCounts counts, StallDetector.Times times, Clock clock) {
        this.stalls = stalls;
        this.counts = counts;
        this.clock = clock;
        release = times.pollsEnd() ? Stall.Release.UNKNOWN : Stall.Release.POLLING;
        afterNs = times.pollsMs() * NS_PER_MS;
        checkIntervalNs = Math.min(LONGEST_INTERVAL_NS, afterNs / 16);
    }

    /** Whether the next poll is to be measured. */
    boolean isMeasured() {
        return polls == POLLS_PER_CHECK - 1;
    }

    /**
     * A poll has ended.
     *
     * @param worked whether it has done work
     * @param pollNs its time, if it was measured
     * @return whether the caller has to pass what it polls to {@link #polled}
     */
    boolean afterPoll(boolean worked, long pollNs) {
        if (worked) {
            polls = 0;
            if (poller != null) {
                end();
            }
            return false;
        }
        return ++polls >= POLLS_PER_CHECK && check(pollNs);
    }

    /** The loop has ended, or something has come. */
    void end() {
        polls = 0;
        described = 0;
        poller = null;
        if (isReported) {
            isReported = false;
            stalls.endPolls();
        }
    }

    private boolean check(long pollNs) {
        if (polls > POLLS_PER_CHECK) {
            return true;
        }
        long nowNs = clock.nowNs();
        allPolls += polls;
        shortestPollNs = Math.min(shortestPollNs, pollNs);
        if (poller != Thread.currentThread()) {
            begin(nowNs);
        } else if (nowNs >= nextCheckNs && isMeasuring && isQuiet(nowNs)) {
            return true;
        } else if (nowNs >= nextCheckNs && isMeasuring) {
            begin(nowNs);
        } else if (nowNs >= nextCheckNs) {
            measure(nowNs);
        }
        polls = 0;
        return false;
    }

    private void begin(long nowNs) {
        end();
        // Nothing lists virtual threads, so others may act.
        poller = Thread.currentThread().isVirtual() ? null : Thread.currentThread();
        isMeasuring = false;
        nextCheckNs = nowNs + afterNs / 8;
    }

    /** Only now, so that short loops do not pay for it. */
    private void measure(long nowNs) {
        isMeasuring = true;
        sent = counts.sent();
        received = counts.received();
        shortestPollNs = Long.MAX_VALUE;
        measureUntil(nowNs, nowNs + afterNs);
    }

    private void measureUntil(long nowNs, long endNs) {
        nextCheckNs = endNs;
        measuredSinceNs = nowNs;
        cpuAtBeginNs = clock.cpuNs();
        allPolls = 0;
    }

    private boolean isQuiet(long nowNs) {
        return counts.sent() == sent && counts.received() == received && !computes(nowNs);
    }

    private boolean computes(long nowNs) {
        long inPollsNs = allPolls * shortestPollNs;
        long outsideNs = clock.cpuNs() - cpuAtBeginNs - inPollsNs;
        return outsideNs > MOST_OUTSIDE * inPollsNs
                && outsideNs > (nowNs - measuredSinceNs) / SMALLEST_PART;
    }

    /** Adds what a poll without success has looked for; reports when all of a loop is known. */
    void polled(Waitable awaited) {
        if (described == 0) {
            descriptions.clear();
            needs = new WaitDependencies();
        }
        WaitDependencies its = new WaitDependencies();
        awaited.describeWait(its);
        if (descriptions.add(its.description())) {
            its.ranks().forEach(needs::addRank);
        }
        if (++described == POLLS_DESCRIBED) {
            described = 0;
            polls = 0;
            isReported = true;
            stalls.afterPolls(wait(CallSite.find()));
            // A rank that computes from now on is noticed at the next check.
            long nowNs = clock.nowNs();
            measureUntil(nowNs, nowNs + checkIntervalNs);
        }
    }

    private Stall.Wait wait(CallSite site) {
        return new Stall.Wait(
                site.call(),
                site.place(),
                String.join("; or ", descriptions),
                needs.ranks(),
                true,
                release);
    }
}
