package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A peer is gone. */
@Name("musubi.Loss")
@Label("MPI Peer Lost")
@Description("A peer is gone.")
@StackTrace(false)
final class LossEvent extends PeerEvent {}
