package musubi.verbs.transport.engine;

import musubi.verbs.transport.protocol.MessageHeader;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sources that should hear that they may send more. Every message to a source tells it; those that
 * nothing is sent to get a message of their own.
 */
final class CreditUpdates {
    private final Credits credits;
    private final Deque<VerbsPeer> due = new ArrayDeque<>();

    CreditUpdates(Credits credits) {
        this.credits = credits;
    }

    void add(VerbsPeer source) {
        if (!source.creditDue) {
            source.creditDue = true;
            due.add(source);
        }
    }

    /** Sends what is due, as far as there is room. */
    void send(Datagrams datagrams, int self) {
        while (!due.isEmpty()) {
            VerbsPeer source = due.peek();
            boolean knows = source.isLost() || !source.hasUnadvertisedCredit();
            SendSlot slot = knows ? null : datagrams.take();
            if (slot == null && !knows) {
                return;
            }
            due.remove();
            source.creditDue = false;
            if (slot != null) {
                int limit = credits.advertise(source);
                MessageHeader.write(datagrams.memory(), slot.offset, self, 0, limit);
                datagrams.send(slot, source, source.credit);
            }
        }
    }
}
