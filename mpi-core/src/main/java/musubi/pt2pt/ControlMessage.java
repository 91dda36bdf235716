package musubi.pt2pt;

import musubi.adi.SendOutcome;
import musubi.progress.Operation;

/** A rare control message that belongs to no request; sent as soon as there is room. */
final class ControlMessage extends Operation {
    private final SendProtocol protocol;
    private final Peer peer;
    private final int kind;
    private final long cookie;
    private final long length;

    ControlMessage(SendProtocol protocol, Peer peer, int kind, long cookie, long length) {
        this.protocol = protocol;
        this.peer = peer;
        this.kind = kind;
        this.cookie = cookie;
        this.length = length;
    }

    @Override
    public boolean advance() {
        return peer.lost() != null
                || protocol.sendControl(peer, kind, cookie, length) != SendOutcome.BACK_PRESSURED;
    }
}
