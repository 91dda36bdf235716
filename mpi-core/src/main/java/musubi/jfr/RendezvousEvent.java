package musubi.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A message was announced, because it is long or credit is used up. */
@Name("musubi.Rendezvous")
@Label("MPI Rendezvous")
@Category({"MPI"})
@Description("A message was announced, because it is long or credit is used up.")
final class RendezvousEvent extends RankedEvent {

    @Label("Peer (world rank)")
    int peer;

    @Label("Tag")
    int tag;

    @Label("Communicator")
    String communicator;

    @DataAmount
    @Label("Bytes")
    long bytes;
}
