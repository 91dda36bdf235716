package musubi.pt2pt;

import musubi.comm.Communicator;
import musubi.replay.MatchOrder;

/** A receive whose data goes to a journal, too. */
final class KeptReceive extends RecvRequest {
    private final MatchOrder order;

    KeptReceive(RecvProtocol protocol, MatchOrder order) {
        super(protocol);
        this.order = order;
    }

    @Override
    void landed() {
        if (Communicator.isOfCollectives(contextId)) {
            order.part(contextId, source(), tag(), region, expectedBytes);
        } else {
            order.payload(number, region, expectedBytes);
        }
        super.landed();
    }
}
