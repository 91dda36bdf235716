package musubi.progress;

import musubi.adi.Transport;
import musubi.event.RankEvents;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongConsumer;

/**
 * Keeps a rank's messages moving: polls the transports and advances what waits for room. Runs
 * inside MPI calls, on the thread that holds the rank's {@link Gate}, and on the {@link
 * ProgressThread} if the rank has one.
 */
public final class ProgressEngine {
    private static final String POLLS = "polls";
    private static final int POLL_LIMIT = 64;
    private static final long SLEEP_NS = 1_000_000_000;
    private static final long SHORT_SLEEP_NS = 1_000_000;

    private final Transport[] transports;
    private final WorkList work;
    private final Gate gate;
    private final IdleStrategy idle;

    /** Null if stalls are not reported. */
    private final StallDetector stallDetector;

    /** Null if loops of polls are not reported. */
    private final PollLoop pollLoop;

    private final RankEvents events;

    /** Sleeps for at most a time in ns until something arrives; null without transports. */
    private final LongConsumer sleep;

    private boolean polling;

    /** What else is polled; mostly nothing. */
    private Source[] sources = {};

    /** Count the polls of calls and of progress threads; null without such threads. */
    private LongConsumer callPolls;

    private LongConsumer threadPolls = _ -> {};

    /** Something beside the transports that has work for the rank. */
    @FunctionalInterface
    public interface Source {
        /**
         * Does what there is to do now, without blocking and without polling.
         *
         * @return the amount of work done
         */
        int poll();
    }

    /**
     * An engine.
     *
     * @param transports those that have something to poll
     * @param idle how to wait
     * @param watch detects long waits; null for none
     * @param events records waits that are not very short
     */
    public ProgressEngine(
            Transport[] transports,
            WorkList work,
            Gate gate,
            IdleStrategy idle,
            StallDetector watch,
            RankEvents events) {
        this.transports = transports.clone();
        this.work = work;
        this.gate = gate;
        this.idle = idle;
        this.stallDetector = watch;
        pollLoop = watch == null ? null : watch.pollLoop();
        this.events = events;
        sleep =
                switch (transports.length) {
                    case 0 -> null;
                    case 1 -> transports[0]::sleep;
                    default -> new JointSleep(transports)::sleep;
                };
    }

    /**
     * Starts progress threads: one for each transport that is polled, or one without any.
     *
     * @param counters makes a counter of the rank from a name and a unit
     */
    public List<ProgressThread> startThreads(BiFunction<String, String, LongConsumer> counters) {
        callPolls = counters.apply("polls.call", POLLS);
        threadPolls = counters.apply("polls.thread", POLLS);
        if (transports.length == 0) {
            return List.of(new ProgressThread(this, null));
        }
        return Arrays.stream(transports).map(each -> new ProgressThread(this, each)).toList();
    }

    /** What waits for room; operations are added here. */
    public WorkList work() {
        return work;
    }

    /** The right to act as the rank. */
    public Gate gate() {
        return gate;
    }

    /**
     * One duty cycle.
     *
     * @return the amount of work done
     */
    public int poll() {
        if (callPolls != null) {
            callPolls.accept(1);
        }
        return cycle();
    }

    private int cycle() {
        assert !polling : "an upcall must not poll";
        polling = true;
        int done = 0;
        try {
            for (Transport transport : transports) {
                done += transport.poll(POLL_LIMIT);
            }
        } finally {
            polling = false;
        }
        for (Source source : sources) {
            done += source.poll();
        }
        if (!work.isEmpty()) {
            done += work.advance();
        }
        return done;
    }

    /** Polls a source from now on. The rank then naps shortly at most, as no source wakes it. */
    public void add(Source source) {
        sources = Arrays.copyOf(sources, sources.length + 1);
        sources[sources.length - 1] = source;
    }

    /** Does not poll a source any more. */
    public void remove(Source source) {
        sources = Arrays.stream(sources).filter(each -> each != source).toArray(Source[]::new);
    }

    /**
     * One duty cycle of a call that returns at once, as a test.
     *
     * @return whether the rank has polled without success for long: then the call has to pass what
     *     it has not found complete to {@link #polled}
     */
    public boolean pollOnce() {
        if (pollLoop == null) {
            poll();
            return false;
        }
        if (!pollLoop.isMeasured()) {
            return pollLoop.afterPoll(poll() > 0, 0);
        }
        long beganNs = System.nanoTime();
        boolean worked = poll() > 0;
        return pollLoop.afterPoll(worked, System.nanoTime() - beganNs);
    }

    /**
     * What a call has polled, see {@link #pollOnce}.
     *
     * @throws musubi.error.MpiFailure on a deadlock that does not terminate the process
     */
    public void polled(Waitable awaited) {
        if (awaited.isComplete()) {
            pollLoop.end();
        } else {
            pollLoop.polled(awaited);
        }
    }

    /** Makes progress until the completion is complete. */
    public void await(Completion completion) {
        if (completion.isComplete()) {
            return;
        }
        IdleStrategy.Wait wait = completion.beginWait();
        try {
            while (!completion.isComplete()) {
                step(wait, completion);
            }
        } finally {
            end(wait);
        }
    }

    /**
     * As {@link #await(Completion)}, of a completion that is awaited together with others.
     *
     * @param all the others, and this one
     * @param describer makes the description of the common wait, if it is long
     */
    public void await(Completion completion, Object[] all, Function<Object[], Waitable> describer) {
        if (completion.isComplete()) {
            return;
        }
        IdleStrategy.Wait wait = completion.beginWait();
        wait.together = all;
        wait.describer = describer;
        try {
            while (!completion.isComplete()) {
                step(wait, completion);
            }
        } finally {
            wait.together = null;
            end(wait);
        }
    }

    /** Makes progress until something else than one completion is there. */
    public void await(Waitable awaited) {
        IdleStrategy.Wait wait = new IdleStrategy.Wait();
        try {
            while (!awaited.isComplete()) {
                step(wait, awaited);
            }
        } finally {
            end(wait);
        }
    }

    /**
     * One duty cycle on a progress thread.
     *
     * @return the amount of work done
     */
    int assist() {
        gate.resume();
        try {
            threadPolls.accept(1);
            return cycle();
        } finally {
            gate.pause();
        }
    }

    private void forget(IdleStrategy.Wait wait) {
        if (wait.isWatched) {
            stallDetector.endWait(wait);
        }
    }

    private void end(IdleStrategy.Wait wait) {
        idle.idleEnded(wait);
        forget(wait);
        if (wait.takeReported()) {
            events.waitEnded();
        }
    }

    /** One duty cycle; idles a little when there was nothing to do. */
    private void step(IdleStrategy.Wait wait, Waitable awaited) {
        if (poll() > 0) {
            idle.idleEnded(wait);
            forget(wait);
            return;
        }
        if (idle.becomesLong(wait)) {
            awaited.fillTarget(events.target());
            events.waitBegan();
        }
        boolean slept = false;
        gate.pause();
        try {
            if (!idle.spinOrYield(wait)) {
                sleep(sleep);
                slept = true;
            }
        } finally {
            gate.resume();
        }
        if (slept && stallDetector != null) {
            stallDetector.afterSleep(wait, awaited);
        }
    }

    /**
     * Sleeps until something may have arrived, or for a short time.
     *
     * @param sleeping sleeps for at most a time in ns; null when nothing wakes the thread
     */
    void sleep(LongConsumer sleeping) {
        if (!work.isAnnounced() || sources.length > 0) {
            // A message waits for room, which no doorbell announces, or a source has work.
            LockSupport.parkNanos(SHORT_SLEEP_NS / 10);
        } else if (sleeping != null) {
            sleeping.accept(gate.isMultithreaded() ? SHORT_SLEEP_NS : longestSleepNs());
        } else {
            LockSupport.parkNanos(SHORT_SLEEP_NS);
        }
    }

    private long longestSleepNs() {
        return stallDetector == null
                ? SLEEP_NS
                : Math.min(SLEEP_NS, stallDetector.longestSleepNs());
    }
}
