package musubi.adi;

import musubi.region.Region;

/** Sends through another endpoint and counts in {@link Traffic}. */
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
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        return counted(inner.tryGet(remoteKey, offset, into, to, bytes), bytes);
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        return counted(inner.tryPut(remoteKey, offset, source, from, bytes), bytes);
    }

    private static SendOutcome counted(SendOutcome outcome, long bytes) {
        if (outcome == SendOutcome.ACCEPTED) {
            Traffic.total().remote(bytes);
        }
        return outcome;
    }
}
