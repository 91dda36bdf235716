package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message has come, has met its receive, or has landed in its buffer. */
@Name("musubi.Receive")
@Label("MPI Message Received")
@Category({"MPI"})
@Description("A message has come, has met its receive, or has landed in its buffer.")
@StackTrace(false)
final class ReceiveEvent extends RankedEvent {

    @Label("Step")
    String step;

    @Label("Peer (world rank)")
    int peer;

    @Label("Context")
    int context;

    @Label("Tag")
    int tag;

    @DataAmount
    @Label("Bytes")
    long bytes;

    @Label("Protocol")
    String protocol;

    @Label("Number")
    long number;
}
