package musubi.adi;

import musubi.region.Region;

/** Sends through another endpoint, unless a fault is due. */
final class FaultyEndpoint extends DelegatingEndpoint {
    private final FaultyTransport transport;
    private final int peer;
    private long accepted;
    private boolean lost;

    FaultyEndpoint(FaultyTransport transport, Endpoint inner, int peer) {
        super(inner);
        this.transport = transport;
        this.peer = peer;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        SendOutcome fault = fault();
        if (fault != null) {
            return fault;
        }
        SendOutcome outcome = inner.trySend(envelope, payload, from, bytes);
        accepted += outcome == SendOutcome.ACCEPTED ? 1 : 0;
        return outcome;
    }

    @Override
    public <C> C capability(Class<C> kind) {
        C found = super.capability(kind);
        return kind == RemoteMemory.class && found != null
                ? kind.cast(new FilteredMemory((RemoteMemory) found, this::fault, _ -> {}))
                : found;
    }

    private SendOutcome fault() {
        SendOutcome fault = transport.injected(accepted);
        if (fault == SendOutcome.PEER_LOST && !lost) {
            lost = true;
            transport.lose(peer);
        }
        return fault;
    }
}
