package musubi.jfr;

import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** A message has gone out; a pair of ranks numbers its messages. */
@Name("musubi.Send")
@Label("MPI Message Sent")
@Description("A message has gone out; a pair of ranks numbers its messages.")
final class SendEvent extends TransferEvent {}
