package musubi.pt2pt.matching;

import musubi.adi.Envelope;
import musubi.region.Region;

import java.util.ArrayList;
import java.util.List;

/**
 * Matches messages and receives: in the order of the {@link MatchQueues}, or as a {@link
 * MatchControl} decides.
 */
public final class MatchingEngine {
    private final MatchQueues queues;
    private final MatchControl control;

    /** Messages that matched probes have taken out, and that are announced. */
    private final List<UnexpectedMessage> announced = new ArrayList<>();

    private int extracted;
    private int cancelled;

    /**
     * An engine.
     *
     * @param control null if matches are neither recorded nor repeated
     */
    public MatchingEngine(MatchQueues queues, MatchControl control) {
        this.queues = queues;
        this.control = control;
    }

    /** The receives that wait for a message. */
    public PostedReceiveQueue posted() {
        return queues.posted();
    }

    /** The messages that wait for a receive. */
    public UnexpectedQueue unexpected() {
        return queues.unexpected();
    }

    /** Records or repeats matches; null in a rank without a journal. */
    public MatchControl control() {
        return control;
    }

    /** The receive for an arriving message, taken out; null after storing the message. */
    public PendingReceive arrived(int from, Envelope envelope, Region payload) {
        return control == null
                ? queues.arrived(from, envelope, payload)
                : control.arrived(from, envelope, payload);
    }

    /** The message for a new receive, taken out; null after posting the receive. */
    public UnexpectedMessage post(PendingReceive receive) {
        return control == null ? queues.post(receive) : control.post(receive);
    }

    /** How many messages were taken out by matched probes and not received. */
    public int extracted() {
        return extracted;
    }

    /** How many receives were cancelled before a message matched. */
    public int cancelledReceives() {
        return cancelled;
    }

    /** Takes out a message for a matched probe. */
    public void extract(UnexpectedMessage message) {
        extracted++;
        unexpected().remove(message);
        if (message.isAnnounced()) {
            announced.add(message);
        }
        if (control != null) {
            control.extracted(message);
        }
    }

    /** A receive gets a message that a matched probe has taken out. */
    public void receiveExtracted(PendingReceive receive, UnexpectedMessage message) {
        extracted--;
        announced.remove(message);
        if (control != null) {
            control.receivesExtracted(receive, message);
        }
    }

    /** The announced message of a sender's request that no receive has got; null for none. */
    public UnexpectedMessage findAnnounced(int from, long cookie) {
        for (UnexpectedMessage message : announced) {
            if (message.from == from && message.cookie == cookie) {
                return message;
            }
        }
        return unexpected().findBySender(from, cookie);
    }

    /** Whether senders may claim posted receives. */
    public boolean allowsClaims() {
        return control == null;
    }

    /** Whether a posted receive may be cancelled. */
    public boolean mayCancel(PendingReceive receive) {
        return control == null || control.mayCancel(receive);
    }

    /** A posted receive has been cancelled. */
    public void cancelled(PendingReceive receive) {
        cancelled++;
        if (control != null) {
            control.cancelled(receive);
        }
    }

    /** Whether the sender may cancel an unexpected message. */
    public boolean mayCancelSend(UnexpectedMessage message) {
        return control == null || control.mayCancelSend(message);
    }
}
