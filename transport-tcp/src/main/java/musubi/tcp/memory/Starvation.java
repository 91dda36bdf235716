package musubi.tcp.memory;

/**
 * Order among the requests for memory that a pool has refused. The first one has precedence until
 * it succeeds, so that many short frames do not keep a long one from being sent. When no memory is
 * returned for a while, because the peers that should free it do not answer, one request at a time
 * may exceed the limit: the other peers are served all the same.
 */
final class Starvation {
    /** Ticks without a request after which it is considered withdrawn. */
    private static final int WITHDRAWN_TICKS = 2;

    /** Ticks without returned memory after which the limit may be exceeded. */
    private static final int BLOCKED_TICKS = 200;

    private Object starving;
    private int ticksSinceRequest;

    /** Ticks with a refused request since memory was returned, or the limit exceeded. */
    private int blockedTicks;

    /** No refused request. */
    Starvation() {}

    /** Whether a request has to wait for another one. */
    boolean mustWait(Object claimant) {
        return starving != null && starving != claimant;
    }

    /** A request was refused; returns whether it may exceed the limit instead. */
    boolean onRefused(Object claimant) {
        if (mustWait(claimant)) {
            return false;
        }
        starving = claimant;
        ticksSinceRequest = 0;
        if (blockedTicks < BLOCKED_TICKS) {
            return false;
        }
        starving = null;
        blockedTicks = 0;
        return true;
    }

    /** A request was granted. */
    void onGranted(Object claimant) {
        if (starving == claimant) {
            starving = null;
        }
    }

    /** Memory was returned. */
    void onReleased() {
        blockedTicks = 0;
    }

    /** A few milliseconds have passed. */
    void tick() {
        if (starving != null) {
            blockedTicks++;
            if (++ticksSinceRequest > WITHDRAWN_TICKS) {
                starving = null;
            }
        }
    }
}
