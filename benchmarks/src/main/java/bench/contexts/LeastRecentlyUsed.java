package bench.contexts;

import musubi.connect.FarthestNextUse;

/** The LRU policy: predicts the time until the next use by the time since the last one. */
final class LeastRecentlyUsed extends FarthestNextUse {
    private final long[] lastUse;

    LeastRecentlyUsed(int peers) {
        lastUse = new long[peers];
    }

    @Override
    public void used(int context, long now) {
        lastUse[context] = now;
    }

    @Override
    protected long expectedWait(int context, long now) {
        return now - lastUse[context];
    }
}
