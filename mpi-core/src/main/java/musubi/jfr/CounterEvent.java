package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** What a performance variable has come to at MPI.Finalize. */
@Name("musubi.Counter")
@Label("MPI Counter")
@Description("What a performance variable has come to at MPI.Finalize.")
@StackTrace(false)
final class CounterEvent extends RankedEvent {
    @Label("Name")
    String name;

    @Label("Unit")
    String unit;

    @Label("Kind")
    String kind;

    @Label("Value")
    long value;
}
