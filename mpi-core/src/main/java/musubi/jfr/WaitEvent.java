package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A wait within a call of MPI. */
@Name("musubi.Wait")
@Label("MPI Wait")
@Description("A wait within a call of MPI.")
final class WaitEvent extends MessageEvent {
    @Label("Awaited")
    String what;
}
