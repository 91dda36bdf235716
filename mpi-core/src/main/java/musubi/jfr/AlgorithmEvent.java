package musubi.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** An algorithm was chosen for collective calls of a shape. */
@Name("musubi.Algorithm")
@Label("MPI Algorithm Selected")
@Description("An algorithm was chosen for collective calls of a shape.")
final class AlgorithmEvent extends RankedEvent {
    @Label("Operation")
    String operation;

    @Label("Algorithm")
    String algorithm;

    @Label("Reason")
    String reason;

    @Label("Ranks")
    int ranks;

    @DataAmount
    @Label("Bytes")
    long bytes;
}
