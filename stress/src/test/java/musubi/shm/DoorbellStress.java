package musubi.shm;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A rank goes to sleep while a record arrives: it sees the claim, or the sender sees the sleeper.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "saw the claim, no bell")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "saw the claim, and the bell rang")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "would sleep, and the bell rings")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "missed wake-up")
@State
public class DoorbellStress {
    private final MemorySegment map = Partitions.segment();
    private final long partition = Partitions.take();
    private final RingWriter writer = new RingWriter(map, partition, 1);
    private final RingReader reader = new RingReader(map, partition);
    private final Doorbell own = new Doorbell(map, partition);
    private final Doorbell peers = new Doorbell(map, partition);
    private int bell;

    @Actor
    public void sleeper(II_Result result) {
        bell = own.beginSleep();
        result.r1 = reader.isQuiet() ? 0 : 1;
    }

    @Actor
    public void sender() {
        long position = writer.claim(PartitionDescriptor.LINE_BYTES);
        boolean asleep = peers.hasSleepers();
        writer.commit(position, PartitionDescriptor.KIND_INLINE, 0);
        if (asleep) {
            peers.wake();
        }
    }

    /** A ring of the bell before the sleeper reads its state does not count, but then r1 is 1. */
    @Arbiter
    public void outcome(II_Result result) {
        int now = map.get(ValueLayout.JAVA_INT, partition + PartitionDescriptor.DOORBELL);
        result.r2 = now != bell ? 1 : 0;
    }
}
