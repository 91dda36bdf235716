package musubi.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Label;
import jdk.jfr.StackTrace;

/** A step of a message on its way. */
@StackTrace(false)
abstract class TransferEvent extends PeerEvent {
    @Label("Context")
    int context;

    @Label("Tag")
    int tag;

    @DataAmount
    @Label("Bytes")
    long bytes;

    @Label("Protocol")
    String protocol;

    @Label("Number")
    long number;
}
