package musubi.verbs.transport;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.RemoteMemory;
import musubi.adi.SendOutcome;
import musubi.region.Region;
import musubi.verbs.transport.engine.VerbsPeer;

/** Sends to one peer. Closing it frees nothing, as a peer costs an object or two. */
final class VerbsEndpoint extends Endpoint implements RemoteMemory {
    private final VerbsTransport transport;
    private final VerbsPeer peer;

    VerbsEndpoint(VerbsTransport transport, VerbsPeer peer) {
        this.transport = transport;
        this.peer = peer;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        return transport.trySend(peer, envelope, payload, from, bytes);
    }

    @Override
    public long remoteKey(Region region) {
        return transport.register(region);
    }

    @Override
    public void forget(long remoteKey) {
        transport.deregister(remoteKey);
    }

    @Override
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        return transport.tryGet(peer, remoteKey, offset, into, to, bytes);
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        return transport.tryPut(peer, remoteKey, offset, source, from, bytes);
    }

    @Override
    public boolean isDrained() {
        return peer.isDrained();
    }

    @Override
    public void close() {}
}
