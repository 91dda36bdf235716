package musubi.tcp;

import musubi.adi.Endpoint;
import musubi.adi.Envelope;
import musubi.adi.SendOutcome;
import musubi.adi.ZeroCopySend;
import musubi.region.Region;

/** An endpoint with zero-copy sends, and the ticket of the latest one. */
final class ZeroCopyRecorder {
    private final Endpoint endpoint;
    private final ZeroCopySend sends;
    private long ticket;

    private ZeroCopyRecorder(Endpoint endpoint) {
        this.endpoint = endpoint;
        sends = endpoint.capability(ZeroCopySend.class);
    }

    static ZeroCopyRecorder of(Endpoint endpoint) {
        return new ZeroCopyRecorder(endpoint);
    }

    SendOutcome trySend(Envelope envelope, Region region, long from, long bytes) {
        return endpoint.trySend(envelope, region, from, bytes);
    }

    SendOutcome send(Envelope envelope, Region region, int bytes, boolean last) {
        long result = sends.sendZeroCopy(envelope, region, 0, bytes, last);
        if (result < 0) {
            return result == ZeroCopySend.PEER_LOST
                    ? SendOutcome.PEER_LOST
                    : SendOutcome.BACK_PRESSURED;
        }
        ticket = result;
        return SendOutcome.ACCEPTED;
    }

    /** The ticket of the latest send; 0 before any. */
    long ticket() {
        return ticket;
    }

    boolean completedUpTo(long number) {
        return sends.completedUpTo(number);
    }

    boolean isCompleted() {
        return completedUpTo(ticket);
    }
}
