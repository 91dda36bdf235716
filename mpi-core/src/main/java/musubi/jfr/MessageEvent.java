package musubi.jfr;

import jdk.jfr.DataAmount;
import jdk.jfr.Label;

import musubi.group.ContextId;

/** An event with a message in a communicator. */
abstract class MessageEvent extends PeerEvent {
    @Label("Tag")
    int tag = -1;

    @Label("Communicator")
    String communicator;

    @DataAmount
    @Label("Bytes")
    long bytes;

    final void describe(int messagePeer, int contextId, int messageTag, long messageBytes) {
        peer = messagePeer;
        tag = messageTag;
        describe(contextId, messageBytes);
    }

    final void describe(int contextId, long messageBytes) {
        communicator = contextId < 0 ? "" : ContextId.nameOf(contextId);
        bytes = messageBytes;
    }
}
