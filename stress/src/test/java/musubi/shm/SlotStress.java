package musubi.shm;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The sender reuses a slot only after the receiver has copied its contents. */
@JCStressTest
@Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "the slot is still in use")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the slot was free again")
@Outcome(expect = Expect.FORBIDDEN, desc = "the receiver read what the sender wrote too early")
@State
public class SlotStress {
    private static final int PEER = 0;

    private final MemorySegment map = Partitions.segment();
    private final long partition = Partitions.take();
    private final long slot = partition + PartitionDescriptor.slot(0);
    private final StagingSlots slots = new StagingSlots(map, partition, 2);
    private final int releaseNumber;

    public SlotStress() {
        releaseNumber = slots.take(0, PEER);
        for (int other = 1; other < PartitionDescriptor.SLOT_COUNT; other++) {
            slots.take(other, PEER);
        }
        map.set(ValueLayout.JAVA_LONG, slot, 1);
    }

    @Actor
    public void receiver(II_Result result) {
        result.r1 = (int) map.get(ValueLayout.JAVA_LONG, slot);
        StagingSlots.release(map, partition, 0, releaseNumber);
    }

    @Actor
    public void sender(II_Result result) {
        result.r2 = slots.next(PEER);
        if (result.r2 == 0) {
            map.set(ValueLayout.JAVA_LONG, slot, 2);
        }
    }
}
