package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A wait within a call of MPI. */
@Name("musubi.Wait")
@Label("MPI Wait")
@Category({"MPI"})
@Description("A wait within a call of MPI.")
final class WaitEvent extends RankedEvent {

    @Label("Awaited")
    String what;

    @Label("Peer (world rank)")
    int peer;

    @Label("Tag")
    int tag;

    @Label("Communicator")
    String communicator;

    @DataAmount
    @Label("Bytes")
    long bytes;
}
