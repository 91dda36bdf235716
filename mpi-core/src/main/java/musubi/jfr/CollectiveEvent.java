package musubi.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A blocking collective operation, as one rank sees it. */
@Name("musubi.Collective")
@Label("MPI Collective Operation")
@Description("A blocking collective operation, as one rank sees it.")
@StackTrace(false)
final class CollectiveEvent extends RankedEvent {
    @Label("Operation")
    String operation;

    @Label("Algorithm")
    String algorithm;

    @Label("Context")
    int context;

    @Label("World Rank of Rank 0")
    int first;

    @Label("Ranks")
    int ranks;

    @Label("Number")
    long number;

    @Label("Root (world rank)")
    int root;

    @DataAmount
    @Label("Bytes")
    long bytes;
}
