package musubi.rma;

import musubi.rma.memory.ControlBlock;
import musubi.rma.memory.LockWord;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Two ranks increment a number under the exclusive lock, a third takes it in shared mode twice and
 * sees no change while it has it.
 */
@JCStressTest
@Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "all increments, no change under the lock")
@Outcome(expect = Expect.FORBIDDEN, desc = "an increment lost, or made under another's lock")
@State
public class ExclusiveLockStress {
    private final MemorySegment control = Arena.ofAuto().allocate(ControlBlock.BYTES, 64);
    private int number;
    private int changes;

    private void increment() {
        boolean announced = false;
        while (!LockWord.tryExclusive(control, ControlBlock.LOCK, announced)) {
            if (!announced) {
                LockWord.announce(control, ControlBlock.LOCK);
                announced = true;
            }
            Thread.onSpinWait();
        }
        number++;
        LockWord.releaseExclusive(control, ControlBlock.LOCK);
    }

    @Actor
    public void first() {
        increment();
    }

    @Actor
    public void second() {
        increment();
    }

    @Actor
    public void reader() {
        while (!LockWord.tryShared(control, ControlBlock.LOCK)) {
            Thread.onSpinWait();
        }
        int before = number;
        Thread.onSpinWait();
        changes = number - before;
        LockWord.releaseShared(control, ControlBlock.LOCK);
    }

    @Arbiter
    public void atEnd(II_Result result) {
        result.r1 = number;
        result.r2 = changes;
    }
}
