package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message has come for which there is no receive yet. */
@Name("musubi.Unexpected")
@Label("MPI Unexpected Message")
@Category({"MPI"})
@Description("A message has come for which there is no receive yet.")
@StackTrace(false)
final class UnexpectedEvent extends RankedEvent {

    @Label("Peer (world rank)")
    int peer;

    @Label("Tag")
    int tag;

    @Label("Communicator")
    String communicator;

    @DataAmount
    @Label("Bytes")
    long bytes;

    @Label("Messages That Wait")
    int waiting;
}
