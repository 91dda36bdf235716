package musubi.tcp.close;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.region.Region;

/** Discards all arrivals of a rank that shuts down. */
public final class DiscardingInbound implements Inbound {
    @Override
    public void onMessage(int from, Envelope envelope, Region payload) {}

    @Override
    public Region landingZone(int from, Envelope envelope, long bytes) {
        return null;
    }

    @Override
    public void onLanded(int from, Envelope envelope, long bytes) {}

    @Override
    public void onPeerLost(int peer, String reason) {}
}
