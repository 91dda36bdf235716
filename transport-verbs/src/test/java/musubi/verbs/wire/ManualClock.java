package musubi.verbs.wire;

import java.util.function.LongSupplier;

/** A clock advanced by a test. */
public final class ManualClock implements LongSupplier {
    private long nowNs = Long.MAX_VALUE - 1_000_000;

    public void advance(long byNs) {
        nowNs += byNs;
    }

    @Override
    public long getAsLong() {
        return nowNs;
    }
}
