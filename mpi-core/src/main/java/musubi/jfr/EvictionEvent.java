package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The context of a peer was closed for another one. */
@Name("musubi.Eviction")
@Label("MPI Eviction")
@Category({"MPI"})
@Description("The context of a peer was closed for another one.")
final class EvictionEvent extends RankedEvent {

    @Label("Peer (world rank)")
    int peer;
}
