package musubi.tcp;

import musubi.adi.Envelope;
import musubi.adi.Inbound;
import musubi.adi.Region;

/** Hears nothing of what arrives: for a rank that leaves. */
final class Deaf implements Inbound {
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
