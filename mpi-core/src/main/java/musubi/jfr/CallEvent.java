package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A call of MPI, from its beginning to its end. */
@Name("musubi.Call")
@Label("MPI Call")
@Category({"MPI"})
@Description("A call of MPI, from its beginning to its end.")
final class CallEvent extends Event {

    @Label("Call")
    String call;
}
