package musubi.jfr;

import jdk.jfr.Label;

/** An event with a peer. */
abstract class PeerEvent extends RankedEvent {
    @Label("Peer (world rank)")
    int peer = -1;
}
