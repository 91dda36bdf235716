package musubi.tcp.frame;

import musubi.tcp.memory.PagePool;

/**
 * The size of the ring of a {@link ReplayBuffer}, in a pool that all rings of the rank share.
 *
 * <ul>
 *   <li>While the pool remains ample, a ring starts with 64 KiB and doubles up to its limit.
 *   <li>Otherwise it grows as needed up to an equal share of the pool. A ring that is larger, from
 *       times of fewer connections or more memory, accepts nothing until the peer has acknowledged
 *       its messages.
 *   <li>A ring without unacknowledged messages is given room for one: acknowledgements, which may
 *       be in it, are not acknowledged themselves.
 * </ul>
 */
final class RingSize {
    private static final int INITIAL_BYTES = 64 << 10;

    private RingSize() {}

    /**
     * The size to continue with.
     *
     * @param capacity present size
     * @param wanted bytes in the ring together with the next ones
     * @param idle whether all messages in the ring are acknowledged
     * @return the capacity when the ring may stay as it is; 0 when it has no room now
     */
    static long of(PagePool pool, int capacity, long wanted, boolean idle) {
        boolean ample = pool.isAmple();
        if (ample && wanted <= capacity) {
            return capacity;
        }
        long doubled = Math.max(INITIAL_BYTES, powerOfTwo(wanted));
        if (pool.remainsAmple(doubled - capacity)) {
            return doubled;
        }
        long fair = Math.max(PagePool.PAGE_BYTES, pool.share());
        if (idle) {
            return wanted <= capacity && capacity <= Math.max(fair, 2 * wanted) ? capacity : wanted;
        }
        boolean isFair = capacity <= fair || ample;
        return !isFair || PagePool.runBytes(wanted) > fair ? 0 : Math.max(wanted, capacity);
    }

    private static long powerOfTwo(long bytes) {
        return Long.highestOneBit(bytes - 1) << 1;
    }
}
