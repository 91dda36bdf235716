package musubi.replay;

import musubi.comm.Communicator;
import musubi.pt2pt.RecvProtocol;
import musubi.pt2pt.RecvRequest;
import musubi.replay.journal.MatchLog;

/** A receive whose data goes to a journal, too. */
final class RecordedReceive extends RecvRequest {
    private final MatchLog order;

    RecordedReceive(RecvProtocol protocol, MatchLog order) {
        super(protocol);
        this.order = order;
    }

    @Override
    public void landed() {
        if (Communicator.isOfCollectives(contextId)) {
            order.collectivePayload(contextId, source(), tag(), region, expectedBytes);
        } else {
            order.payload(number, region, expectedBytes);
        }
        super.landed();
    }
}
