package musubi.progress;

import java.util.function.Function;

/**
 * How a rank waits when a duty cycle found nothing: spin, then yield, then sleep until something
 * arrives.
 *
 * <p>With a core for each rank it spins first, because a cache line arrives within 200 ns. With
 * more ranks than cores it yields at once, because the rank it waits for may need this core; spins
 * only delay all ranks. Measured: docs/design.md.
 */
public final class IdleStrategy {
    private static final int SPINS = 2000;
    private static final int SPINS_OVER_CORES = 0;
    private static final long YIELD_NS = 1_000_000;
    private static final long YIELD_OVER_CORES_NS = 2_000_000;
    private static final int YIELDS_PER_CLOCK_READ = 16;

    /** Some microseconds. */
    private static final int LONG_WAIT_POLLS = 64;

    private final int spins;
    private final long yieldNs;
    private final int longWaitPolls;

    /** The strategy of ranks that share the cores of a node. */
    public IdleStrategy(int ranksOnNode, int cores) {
        boolean enoughCores = ranksOnNode <= cores;
        spins = enoughCores ? SPINS : SPINS_OVER_CORES;
        yieldNs = enoughCores ? YIELD_NS : YIELD_OVER_CORES_NS;
        longWaitPolls = enoughCores ? LONG_WAIT_POLLS : 1;
    }

    /**
     * Whether a wait, after another duty cycle without work, is long enough to be reported and
     * measured: true once. Two clock reads are then a small part of it.
     */
    boolean becomesLong(Wait wait) {
        boolean becomes = wait.emptyPolls < longWaitPolls && ++wait.emptyPolls == longWaitPolls;
        wait.isReported |= becomes;
        return becomes;
    }

    /** One wait's progress through the strategy; belongs to one waiting call. */
    static final class Wait {
        /** Whether {@link StallDetector} tracks this wait. */
        boolean isWatched;

        /** What is awaited in the same call; null for nothing else. */
        Object[] together;

        /** Describes the common wait of those. */
        Function<Object[], Waitable> describer;

        private int round;
        private long yieldingSince;
        private int emptyPolls;
        private boolean isReported;

        /** A new wait begins. */
        void begin() {
            reset();
            emptyPolls = 0;
        }

        /** What the call waits for, of which the given is a part or all. */
        Waitable whole(Waitable awaited) {
            return together == null ? awaited : describer.apply(together);
        }

        /** Whether the wait has been reported; clears that. */
        boolean takeReported() {
            boolean was = isReported;
            isReported = false;
            return was;
        }

        void reset() {
            round = 0;
            yieldingSince = 0;
        }

        /** When it stopped to spin, by {@link System#nanoTime}; once it has slept. */
        long idleSinceNs() {
            return yieldingSince;
        }
    }

    /**
     * Spins or yields once.
     *
     * @return false when it is time to sleep instead
     */
    boolean spinOrYield(Wait wait) {
        int round = wait.round++;
        if (round < spins) {
            Thread.onSpinWait();
            return true;
        }
        if ((round - spins) % YIELDS_PER_CLOCK_READ == 0 && yieldTimeIsOver(wait)) {
            wait.round = round;
            return false;
        }
        Thread.yield();
        return true;
    }

    private boolean yieldTimeIsOver(Wait wait) {
        long now = System.nanoTime();
        if (wait.yieldingSince == 0) {
            wait.yieldingSince = now;
        }
        return now - wait.yieldingSince > yieldNs;
    }
}
