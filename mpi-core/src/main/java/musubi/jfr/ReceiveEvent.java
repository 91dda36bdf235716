package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A message has come, has met its receive, or has landed in its buffer. */
@Name("musubi.Receive")
@Label("MPI Message Received")
@Description("A message has come, has met its receive, or has landed in its buffer.")
final class ReceiveEvent extends TransferEvent {
    @Label("Step")
    String step;
}
