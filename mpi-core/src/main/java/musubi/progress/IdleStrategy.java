package musubi.progress;

import java.util.function.Function;

/**
 * How a rank waits when a duty cycle found nothing: spin, then yield, then sleep until something
 * arrives.
 *
 * <p>With a core for each rank it spins first, because a cache line arrives within 200 ns; only
 * briefly while other threads are ready to run on it, such as the JIT compilers of a young JVM, on
 * which all ranks wait in the end. That they do is seen by the time that a yield takes. Where the
 * kernel wakes a sleeping rank, it then also yields no longer than it would take to be woken: the
 * others do not run in the order in which messages arrive. With more ranks than cores it yields at
 * once, because the rank it waits for may need this core; spins only delay all ranks. Measured:
 * docs/design.md.
 *
 * <p>When the latest waits have all outlasted the yields, as over a wide-area link, the next ones
 * sleep at once: yields would only use up the rank's share of a busy processor, and delay what it
 * does after the wait. One that ends sooner than the yields would have changes that back, and so
 * does one of {@value #SLEEPS_AT_ONCE} that yields as a trial, for where nothing wakes a sleeper.
 *
 * <p>Thread rule: any thread of the rank; races only make a wait spin longer or shorter.
 */
public final class IdleStrategy {
    private static final int SPINS = 2000;
    private static final int SPINS_ON_SHARED_CORE = 50;
    private static final int SPINS_OVER_CORES = 0;

    /** A yield takes less than 1 us where no other thread is ready to run. */
    private static final long OTHERS_RAN_NS = 10_000;

    /** Without others for so long, the core is the rank's own. */
    private static final long ALONE_NS = 50_000_000;

    private static final long YIELD_NS = 1_000_000;

    /** About what it takes to sleep and to be woken. */
    private static final long YIELD_ON_SHARED_CORE_NS = 50_000;

    private static final long YIELD_OVER_CORES_NS = 2_000_000;
    private static final int YIELDS_PER_CLOCK_READ = 16;

    /** Waits, one after another, that have to be long for the next one to sleep at once. */
    private static final int LONG_WAITS = 8;

    /** Waits that sleep at once before one yields again. */
    private static final int SLEEPS_AT_ONCE = 16;

    /** Some microseconds. */
    private static final int LONG_WAIT_POLLS = 64;

    private final Core core;
    private final boolean enoughCores;
    private final long sharedYieldNs;
    private final int longWaitPolls;
    private long yieldNs;
    private int spins;

    /**
     * The latest waits that have all outlasted the yields; fewer after those that slept at once.
     */
    private int longWaits;

    /** When a yield last took long, or the first yield; 0 before. */
    private long othersRanAtNs;

    /** The core of the calling thread; replaced by tests. */
    static class Core {
        long nanoTime() {
            return System.nanoTime();
        }

        void giveWay() {
            Thread.yield();
        }
    }

    /**
     * The strategy of ranks that share the cores of a node.
     *
     * @param isWoken whether the kernel wakes a sleeping rank when a message arrives; otherwise
     *     sleeps are naps
     */
    public IdleStrategy(int ranksOnNode, int cores, boolean isWoken) {
        this(ranksOnNode, cores, isWoken, new Core());
    }

    /** As above, on another core. */
    IdleStrategy(int ranksOnNode, int cores, boolean isWoken, Core core) {
        this.core = core;
        enoughCores = ranksOnNode <= cores;
        sharedYieldNs = isWoken ? YIELD_ON_SHARED_CORE_NS : YIELD_NS;
        spins = enoughCores ? SPINS_ON_SHARED_CORE : SPINS_OVER_CORES;
        yieldNs = enoughCores ? sharedYieldNs : YIELD_OVER_CORES_NS;
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

        /** Whether it was time to sleep. */
        private boolean sleeps;

        /** Whether it sleeps without yields. */
        private boolean sleepsAtOnce;

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
            sleeps = false;
            sleepsAtOnce = false;
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
        if (round == 0 && longWaits >= LONG_WAITS) {
            wait.sleepsAtOnce = true;
            wait.yieldingSince = core.nanoTime();
        }
        if (wait.sleepsAtOnce) {
            return false;
        }
        if (round < spins) {
            Thread.onSpinWait();
            return true;
        }
        return yieldsOnce(wait, round);
    }

    private boolean yieldsOnce(Wait wait, int round) {
        if (enoughCores) {
            return yieldAndWatch(wait);
        }
        if (round % YIELDS_PER_CLOCK_READ == 0 && yieldTimeIsOver(wait, core.nanoTime())) {
            wait.round = round;
            return false;
        }
        core.giveWay();
        return true;
    }

    /** What was awaited is there, or something else that there was to do. */
    void idleEnded(Wait wait) {
        if (wait.round == 0) {
            return;
        }
        boolean isLong = wait.sleeps;
        if (wait.sleepsAtOnce) {
            isLong = core.nanoTime() - wait.yieldingSince > yieldNs;
        }
        if (isLong) {
            int more = longWaits + 1;
            longWaits = more < LONG_WAITS + SLEEPS_AT_ONCE ? more : LONG_WAITS - 1;
        } else {
            longWaits = 0;
        }
        wait.reset();
    }

    /** Yields once, and finds out whether other threads are ready to run. */
    private boolean yieldAndWatch(Wait wait) {
        long before = core.nanoTime();
        if (yieldTimeIsOver(wait, before)) {
            return false;
        }
        core.giveWay();
        long after = core.nanoTime();
        if (othersRanAtNs == 0 || after - before > OTHERS_RAN_NS) {
            othersRanAtNs = after;
            spins = SPINS_ON_SHARED_CORE;
            yieldNs = sharedYieldNs;
        } else if (after - othersRanAtNs > ALONE_NS) {
            spins = SPINS;
            yieldNs = YIELD_NS;
        }
        return true;
    }

    private boolean yieldTimeIsOver(Wait wait, long now) {
        if (wait.yieldingSince == 0) {
            wait.yieldingSince = now;
        }
        wait.sleeps = now - wait.yieldingSince > yieldNs;
        return wait.sleeps;
    }
}
