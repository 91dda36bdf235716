package musubi.adi;

import musubi.region.Region;

import java.util.Random;

/** A decorator of an endpoint with {@link Refusals}. */
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
    public <C> C capability(Class<C> kind) {
        C found = super.capability(kind);
        if (kind == RemoteMemory.class && found != null) {
            return kind.cast(new FilteredMemory((RemoteMemory) found, this::refusal, _ -> {}));
        }
        return kind == PostedReceives.class && found != null
                ? kind.cast(new CountedReceives((PostedReceives) found, refusals))
                : found;
    }

    private SendOutcome refusal() {
        return refusals.refusesCopy(random) ? SendOutcome.BACK_PRESSURED : null;
    }

    /** Counts the published receives. */
    private record CountedReceives(PostedReceives inner, Refusals refusals)
            implements PostedReceives {
        @Override
        public int publish(PostedReceive receive) {
            int place = inner.publish(receive);
            if (place >= 0) {
                refusals.notePublished();
            }
            return place;
        }

        @Override
        public boolean withdraw(int place) {
            return inner.withdraw(place);
        }

        @Override
        public void free(int place) {
            inner.free(place);
        }

        @Override
        public boolean claim(PostedReceive wanted) {
            return inner.claim(wanted);
        }
    }
}
