package musubi.verbs;

import java.util.function.LongSupplier;

/** A clock that a test moves. */
final class ManualClock implements LongSupplier {
    private long nowNs = Long.MAX_VALUE - 1_000_000;

    void advance(long byNs) {
        nowNs += byNs;
    }

    @Override
    public long getAsLong() {
        return nowNs;
    }
}
