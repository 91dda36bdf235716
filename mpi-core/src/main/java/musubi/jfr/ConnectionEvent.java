package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** The context of a peer was opened. */
@Name("musubi.Connection")
@Label("MPI Connection")
@Description("The context of a peer was opened.")
final class ConnectionEvent extends PeerEvent {}
