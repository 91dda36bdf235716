package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A message was announced, because it is long or credit is used up. */
@Name("musubi.Rendezvous")
@Label("MPI Rendezvous")
@Description("A message was announced, because it is long or credit is used up.")
final class RendezvousEvent extends MessageEvent {}
