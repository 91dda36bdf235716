package musubi.self;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.SendOutcome;
import musubi.region.Region;

/** Passes messages straight to the inbound side of the same rank. */
final class SelfEndpoint extends Endpoint {
    private final int worldRank;
    private final Inbound inbound;
    private final Region part = new Region();

    SelfEndpoint(int worldRank, Inbound inbound) {
        this.worldRank = worldRank;
        this.inbound = inbound;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        inbound.onMessage(worldRank, envelope, part.slice(payload, from, bytes));
        part.clear();
        return SendOutcome.ACCEPTED;
    }

    @Override
    public boolean isDrained() {
        return true;
    }

    @Override
    public void close() {}
}
