package musubi.rma;

import musubi.op.Reductions;
import musubi.region.Region;
import musubi.rma.memory.Accumulator;
import musubi.rma.memory.ControlBlock;
import musubi.rma.memory.Update;
import musubi.type.MpiType;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Two ranks add to a double, by an atomic instruction, and to a short, under the lock of updates.
 */
@JCStressTest
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "both sums are complete")
@Outcome(expect = Expect.FORBIDDEN, desc = "an update is lost")
@State
public class AccumulateStress {
    private static final Update DOUBLES = Update.of(MpiType.DOUBLE, Reductions.SUM);
    private static final Update SHORTS = Update.of(MpiType.SHORT, Reductions.SUM);

    private final MemorySegment control = Arena.ofAuto().allocate(ControlBlock.BYTES, 64);
    private final MemorySegment memory = Arena.ofAuto().allocate(16, 8);

    private void add(int value) {
        Accumulator accumulator = new Accumulator(memory, control, new Accumulator.Scratch());
        Region real = new Region().wrapArray(new double[] {value}, 0, Double.BYTES);
        accumulator.apply(DOUBLES, 0, Double.BYTES, real, null, 0);
        Region small = new Region().wrapArray(new short[] {(short) value}, 0, Short.BYTES);
        accumulator.apply(SHORTS, 8, Short.BYTES, small, null, 0);
    }

    @Actor
    public void first() {
        add(1);
    }

    @Actor
    public void second() {
        add(2);
    }

    @Arbiter
    public void atEnd(II_Result result) {
        result.r1 = (int) memory.get(ValueLayout.JAVA_DOUBLE, 0);
        result.r2 = memory.get(ValueLayout.JAVA_SHORT, 8);
    }
}
