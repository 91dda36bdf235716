package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The context of a peer was closed for another one. */
@Name("musubi.Eviction")
@Label("MPI Eviction")
@Description("The context of a peer was closed for another one.")
final class EvictionEvent extends PeerEvent {}
