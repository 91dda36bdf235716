package musubi.shm;

import musubi.adi.NodeFlags;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.locks.LockSupport;

/**
 * Two ranks publish the same number without a fence. The first one then goes to sleep unless it
 * sees the other's; the second one wakes it as soon as it sees both: the sleeper sees the number
 * after its first, short sleep, or the bell rings.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "saw the number, no bell")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "saw the number, and the bell rang")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "would sleep, and the bell rings")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "missed wake-up")
@State
public class FlagsSettleStress {
    private static final long NUMBER = 1;

    private final long pair = Partitions.takePair();
    private final NodeFlags[] flags = Partitions.flags(pair);
    private final MemorySegment map = Partitions.segment();
    private final Doorbell own = new Doorbell(map, pair);
    private int bell;

    @Actor
    public void sleeper(II_Result result) {
        flags[0].publish(NUMBER);
        boolean seen = flags[0].isPublished(1, NUMBER);
        if (!seen) {
            bell = own.beginSleep();
            LockSupport.parkNanos(Doorbell.SETTLE_NS);
            seen = flags[0].isPublished(1, NUMBER);
        }
        result.r1 = seen ? 1 : 0;
    }

    @Actor
    public void last() {
        flags[1].publish(NUMBER);
        while (!flags[1].isPublished(0, NUMBER)) {
            Thread.onSpinWait();
        }
        flags[1].wake(0);
    }

    /** A ring of the bell before the sleeper reads its state does not count, but then r1 is 1. */
    @Arbiter
    public void outcome(II_Result result) {
        int now = map.get(ValueLayout.JAVA_INT, pair + PartitionDescriptor.DOORBELL);
        result.r2 = now != bell ? 1 : 0;
    }
}
