package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message has come for which there is no receive yet. */
@Name("musubi.Unexpected")
@Label("MPI Unexpected Message")
@Description("A message has come for which there is no receive yet.")
@StackTrace(false)
final class UnexpectedEvent extends MessageEvent {
    @Label("Messages That Wait")
    int waiting;
}
