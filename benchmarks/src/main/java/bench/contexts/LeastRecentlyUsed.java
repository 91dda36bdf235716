package bench.contexts;

import musubi.connect.FarthestNextUse;

/** Takes the time since the last use for the time until the next one. */
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
