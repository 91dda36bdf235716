package musubi.shm;

import musubi.adi.NodeFlags;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two ranks publish the same number and read each other's: the last one sees both. */
@JCStressTest
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "both saw both")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "the second rank was the last one")
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the first rank was the last one")
@Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "no rank sees both")
@State
public class FlagsStress {
    private static final long NUMBER = 1;

    private final NodeFlags[] flags = Partitions.flags(Partitions.takePair());

    @Actor
    public void first(II_Result result) {
        flags[0].publishAndFence(NUMBER);
        result.r1 = flags[0].isPublished(1, NUMBER) ? 1 : 0;
    }

    @Actor
    public void second(II_Result result) {
        flags[1].publishAndFence(NUMBER);
        result.r2 = flags[1].isPublished(0, NUMBER) ? 1 : 0;
    }
}
