package musubi.pt2pt.matching;

import musubi.adi.Envelope;
import musubi.region.Region;

/**
 * Takes the place of {@link MatchQueues#arrived} and {@link MatchQueues#post}, to record matches or
 * to repeat recorded ones. A rank without a journal has none. Thread rule: the thread that holds
 * the rank.
 */
public interface MatchControl {
    /** The receive for an arriving message, taken out; null after storing the message. */
    PendingReceive arrived(int from, Envelope envelope, Region payload);

    /** The message for a new receive, taken out; null after posting the receive. */
    UnexpectedMessage post(PendingReceive receive);

    /** A matched probe has taken a message out. */
    void extracted(UnexpectedMessage message);

    /** A receive gets a message that a matched probe has taken out. */
    void receivesExtracted(PendingReceive receive, UnexpectedMessage message);

    /** The message of a receive is complete in {@code data}. */
    void landed(PendingReceive receive, Region data, long bytes);

    /** Whether a posted receive may be cancelled. */
    boolean mayCancel(PendingReceive receive);

    /** A posted receive has been cancelled. */
    void cancelled(PendingReceive receive);

    /** Whether the sender may cancel an unexpected message. */
    boolean mayCancelSend(UnexpectedMessage message);
}
