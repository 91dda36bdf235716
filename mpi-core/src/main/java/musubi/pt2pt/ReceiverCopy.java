package musubi.pt2pt;

import musubi.adi.Envelope;
import musubi.adi.SendOutcome;

/** The receiver's part when both copy: gets from the buffer of the sender. */
final class ReceiverCopy extends SharedCopy {
    private final RecvProtocol protocol;
    private final RecvRequest receive;

    ReceiverCopy(RecvProtocol protocol, RecvRequest receive) {
        super(protocol.sender.shared, receive, receive.region);
        this.protocol = protocol;
        this.receive = receive;
    }

    @Override
    void onJoin(Peer sender, Envelope join) {
        protocol.onClaimed(receive, sender, join);
    }

    @Override
    SendOutcome copy(long at, long bytes) {
        return peer.remoteMemory().tryGet(remoteKey, at, region, at, bytes);
    }

    @Override
    void completeRequest() {
        protocol.finish(receive);
    }

    @Override
    void failRequest() {
        protocol.lost(receive);
    }
}
