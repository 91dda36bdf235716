package musubi.shm;

import musubi.adi.NodeFlags;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A rank publishes data under a number, and, after its reader has published its completion, other
 * data in the same place under the number one depth higher: the reader sees the first data,
 * complete.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the reader came too early")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the writer came too early")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "read, then overwritten")
@Outcome(expect = Expect.FORBIDDEN, desc = "overwritten while it was read")
@State
public class FlagsReuseStress {
    private static final long FIRST = 1;
    private static final long SECOND = FIRST + NodeFlags.DEPTH;
    private static final long DONE = FIRST + 1;

    private final MemorySegment map;
    private final NodeFlags[] flags = Partitions.flags(Partitions.takePair());

    public FlagsReuseStress() {
        map = flags[0].mapping().segment();
    }

    @Actor
    public void writer(II_Result result) {
        write(FIRST, 1);
        if (flags[0].isPublished(1, DONE)) {
            write(SECOND, 2);
            result.r2 = 1;
        }
    }

    private void write(long number, long value) {
        long at = flags[0].dataOf(0, number);
        map.set(ValueLayout.JAVA_LONG, at, value);
        map.set(ValueLayout.JAVA_LONG, at + Long.BYTES, value);
        flags[0].publish(number);
    }

    @Actor
    public void reader(II_Result result) {
        if (flags[1].isPublished(0, FIRST)) {
            long at = flags[1].dataOf(0, FIRST);
            long first = map.get(ValueLayout.JAVA_LONG, at);
            long second = map.get(ValueLayout.JAVA_LONG, at + Long.BYTES);
            result.r1 = first == second ? (int) first : -1;
            flags[1].publish(DONE);
        }
    }
}
