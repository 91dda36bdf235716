package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message has gone out; a pair of ranks numbers its messages. */
@Name("musubi.Send")
@Label("MPI Message Sent")
@Category({"MPI"})
@Description("A message has gone out; a pair of ranks numbers its messages.")
@StackTrace(false)
final class SendEvent extends RankedEvent {

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
