package musubi.shm;

import musubi.region.AddressSpace;
import musubi.region.Region;
import musubi.region.RegionTable;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A peer finds the complete region of a key or none, while its place is reused. */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the region was forgotten before")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "the region was found whole")
@Outcome(expect = Expect.FORBIDDEN, desc = "a mixture of two regions, or another one, was found")
@State
public class RegionStress {
    private static final int FIRST = 24;
    private static final int SECOND = 40;

    private final RegionTable table = new AddressSpace().join("job", 0, 1).of(0);
    private final Region first = new Region().wrapArray(new long[FIRST], FIRST, FIRST);
    private final Region second = new Region().wrapArray(new byte[SECOND], SECOND, SECOND);
    private final Region found = new Region();
    private final long key = table.expose(first);

    @Actor
    public void owner() {
        table.forget(key);
        table.expose(second);
    }

    @Actor
    public void peer(I_Result result) {
        if (table.find(key, found)) {
            boolean whole = found.base() == FIRST && found.length() == FIRST;
            result.r1 = whole && found.segment() == null ? 1 : -1;
        }
    }
}
