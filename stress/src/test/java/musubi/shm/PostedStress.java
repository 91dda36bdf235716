package musubi.shm;

import musubi.adi.PostedReceive;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.MemorySegment;

/**
 * A receive is either withdrawn or claimed, and a claim gets one receive and not a mixture of two:
 * the owner withdraws the first and publishes a second with the same match bits.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the first was claimed, and so stayed")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the first was withdrawn, nothing claimed")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "first withdrawn -> second claimed")
@Outcome(expect = Expect.FORBIDDEN, desc = "claimed twice, or half of one and half of another")
@State
public class PostedStress {
    private static final long FIRST = 1;
    private static final long SECOND = 2;

    private final MemorySegment map = Partitions.segment();
    private final long partition = Partitions.take();
    private final PostedSlots slots = new PostedSlots(map, partition);
    private final PostedReceive wanted = receive(0);
    private final PostedReceive second = receive(SECOND);
    private final int slot = slots.publish(receive(FIRST));

    private static PostedReceive receive(long number) {
        PostedReceive receive = new PostedReceive();
        receive.set(3, 4, 5, 6, 1000);
        receive.remoteKey = number;
        receive.cookie = number;
        return receive;
    }

    @Actor
    public void owner(II_Result result) {
        if (slots.withdraw(slot)) {
            result.r1 = 1;
            slots.publish(second);
        }
    }

    @Actor
    public void sender(II_Result result) {
        if (PostedSlots.claim(map, partition, wanted)) {
            result.r2 = wanted.remoteKey == wanted.cookie ? (int) wanted.cookie : -1;
        }
    }
}
