package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A call of MPI, from its beginning to its end. */
@Name("musubi.Call")
@Label("MPI Call")
@Category({"MPI"})
@Description("A call of MPI, from its beginning to its end.")
final class CallEvent extends RankedEvent {

    @Label("Call")
    String call;

    @Label("Place")
    String place;

    @Label("Peer (world rank)")
    int peer = -1;

    @Label("Tag")
    int tag = -1;

    @Label("Communicator")
    String communicator;

    @DataAmount
    @Label("Bytes")
    long bytes;

    /** Whether a message went out in it; no part of the event. */
    transient boolean hasSent;
}
