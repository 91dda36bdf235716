package musubi.shm;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two senders claim and commit at the same time: each gets its own record. */
@JCStressTest
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "the first sender claimed first")
@Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "the second sender claimed first")
@Outcome(expect = Expect.FORBIDDEN, desc = "a record was torn, lost or doubled")
@State
public class ClaimStress {
    private final long partition = Partitions.take();
    private final RingWriter first = new RingWriter(Partitions.segment(), partition, 1);
    private final RingWriter second = new RingWriter(Partitions.segment(), partition, 2);
    private final RingReader reader = new RingReader(Partitions.segment(), partition);

    @Actor
    public void firstSender() {
        Partitions.send(first, 1);
    }

    @Actor
    public void secondSender() {
        Partitions.send(second, 2);
    }

    @Arbiter
    public void receiver(II_Result result) {
        result.r1 = Partitions.receive(reader);
        result.r2 = Partitions.receive(reader);
    }
}
