package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A call of MPI, from its beginning to its end. */
@Name("musubi.Call")
@Label("MPI Call")
@Description("A call of MPI, from its beginning to its end.")
final class CallEvent extends MessageEvent {
    @Label("Call")
    String call;

    @Label("Place")
    String place;

    /** Whether a message went out in it; no part of the event. */
    transient boolean hasSent;
}
