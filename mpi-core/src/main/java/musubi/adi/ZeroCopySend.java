package musubi.adi;

import musubi.region.Region;

/**
 * Capability of an endpoint: sends from the user's buffer without a copy. Thread rule: as {@link
 * Transport}. Tickets outlive {@link Endpoint#close}.
 */
public interface ZeroCopySend {
    /** Nothing was taken, there is no room now; as {@link SendOutcome#BACK_PRESSURED}. */
    long BACK_PRESSURED = -1;

    /** Nothing was taken and nothing ever will be; as {@link SendOutcome#PEER_LOST}. */
    long PEER_LOST = -2;

    /**
     * Sends a part of the data after a rendezvous, as {@link Endpoint#trySend}; but the transport
     * may refer to the payload until {@link #completedUpTo} the ticket. Until then the memory must
     * not change.
     *
     * @param last whether it is the last part of the message
     * @return the ticket, at least as large as all earlier ones; negative when nothing was taken
     */
    long sendZeroCopy(Envelope envelope, Region payload, long from, long bytes, boolean last);

    /** The return value of a send with this outcome. */
    static long result(SendOutcome outcome, long ticket) {
        return switch (outcome) {
            case ACCEPTED -> ticket;
            case BACK_PRESSURED -> BACK_PRESSURED;
            case PEER_LOST -> PEER_LOST;
        };
    }

    /** Whether the payloads of all sends up to this ticket may be reused. */
    boolean completedUpTo(long ticket);
}
