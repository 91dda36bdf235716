package musubi.adi;

import musubi.region.Region;

import java.util.Random;

/** Sends through another endpoint unless {@link Refusals} refuse it. */
final class RefusingEndpoint extends DelegatingEndpoint {
    private final Refusals refusals;
    private final Random random;

    RefusingEndpoint(Endpoint inner, Refusals refusals, Random random) {
        super(inner);
        this.refusals = refusals;
        this.random = random;
    }

    @Override
    public SendOutcome trySend(Envelope envelope, Region payload, long from, long bytes) {
        int kind = envelope.kind;
        if (refusals.refusesMessage(kind, random)) {
            return SendOutcome.BACK_PRESSURED;
        }
        SendOutcome outcome = inner.trySend(envelope, payload, from, bytes);
        if (outcome == SendOutcome.ACCEPTED) {
            refusals.noteAccepted(kind);
        }
        return outcome;
    }

    @Override
    public SendOutcome tryGet(long remoteKey, long offset, Region into, long to, long bytes) {
        return refusals.refusesCopy(random)
                ? SendOutcome.BACK_PRESSURED
                : inner.tryGet(remoteKey, offset, into, to, bytes);
    }

    @Override
    public SendOutcome tryPut(long remoteKey, long offset, Region source, long from, long bytes) {
        return refusals.refusesCopy(random)
                ? SendOutcome.BACK_PRESSURED
                : inner.tryPut(remoteKey, offset, source, from, bytes);
    }
}
