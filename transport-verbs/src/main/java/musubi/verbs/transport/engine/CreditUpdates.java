package musubi.verbs.transport.engine;

import musubi.verbs.transport.protocol.MessageHeader;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sources due for a credit update. Every message to a source carries one; without traffic a
 * datagram is sent.
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

    /** Sends due updates while there are send slots. */
    void send(Datagrams datagrams, int self) {
        while (!due.isEmpty()) {
            VerbsPeer source = due.peek();
            boolean isCurrent = source.isLost() || !source.hasUnadvertisedCredit();
            SendSlot slot = isCurrent ? null : datagrams.take();
            if (slot == null && !isCurrent) {
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
