package musubi.adi;

import musubi.region.Region;

/** A decorator that counts the traffic of an endpoint in {@link Traffic}. */
final class CountingEndpoint extends DelegatingEndpoint {
    CountingEndpoint(Endpoint inner) {
        super(inner);
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        SendOutcome outcome = inner.trySend(envelope, payload, from, bytes);
        if (outcome == SendOutcome.ACCEPTED) {
            Traffic.total().message(envelope.kind, bytes);
        }
        return outcome;
    }

    @Override
    public <C> C capability(Class<C> kind) {
        C found = super.capability(kind);
        return kind == RemoteMemory.class && found != null
                ? kind.cast(
                        new FilteredMemory(
                                (RemoteMemory) found, () -> null, Traffic.total()::remote))
                : found;
    }
}
