package musubi.tcp.session;

import musubi.tcp.socket.BufferBudget;

/**
 * What is measured of the paths of connections from time to time: for their kernel buffers, for
 * long paths, and for the core.
 *
 * <p>Thread rule: the thread with exclusive access.
 *
 * @param budget of the kernel buffers
 * @param longPaths those in use
 * @param sampler of the paths to far peers
 */
public record PathTimers(BufferBudget budget, LongPaths longPaths, PathSampler sampler) {
    /** Measures what is due. */
    void tick(long now) {
        budget.rebalanceIfDue(now);
        longPaths.measureIfDue(now);
        sampler.sampleIfDue(now);
    }
}
