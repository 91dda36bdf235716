package musubi.pt2pt;

import musubi.adi.SendOutcome;
import musubi.progress.Operation;
import musubi.pt2pt.matching.MessageKind;

/** Gives a peer its eager credit back, half a window at a time. */
final class CreditReturn extends Operation {
    private final Peer peer;
    private final SendProtocol protocol;
    private long batchBytes;
    private long owedBytes;

    CreditReturn(Peer peer, SendProtocol protocol) {
        this.peer = peer;
        this.protocol = protocol;
    }

    /** Sets the credit window: the peer's credit in bytes when none is owed to it. */
    void setWindow(long bytes) {
        batchBytes = bytes / 2;
    }

    void consumed(long bytes) {
        owedBytes += bytes;
        if (owedBytes >= batchBytes) {
            protocol.work.add(this);
        }
    }

    @Override
    public boolean advance() {
        if (peer.lost() != null) {
            return true;
        }
        if (protocol.sendControl(peer, MessageKind.CREDIT, 0, owedBytes)
                == SendOutcome.BACK_PRESSURED) {
            return false;
        }
        owedBytes = 0;
        return true;
    }
}
