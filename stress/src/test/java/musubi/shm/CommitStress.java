package musubi.shm;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The receiver polls while a record is written: it sees no record or all of it. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "polled too early, twice")
@Outcome(id = "0, 3", expect = Expect.ACCEPTABLE, desc = "polled too early, then saw the record")
@Outcome(id = "3, 0", expect = Expect.ACCEPTABLE, desc = "saw the record, and it was the last one")
@Outcome(expect = Expect.FORBIDDEN, desc = "a record was torn or doubled")
@State
public class CommitStress {
    private final long partition = Partitions.take();
    private final RingWriter writer = new RingWriter(Partitions.segment(), partition, 3);
    private final RingReader reader = new RingReader(Partitions.segment(), partition);

    @Actor
    public void sender() {
        Partitions.send(writer, 3);
    }

    @Actor
    public void receiver(II_Result result) {
        result.r1 = Partitions.receive(reader);
        result.r2 = Partitions.receive(reader);
    }
}
