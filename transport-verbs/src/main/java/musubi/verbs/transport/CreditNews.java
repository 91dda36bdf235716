package musubi.verbs.transport;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sources that should hear that they may send more. Every message to a source tells it; those that
 * nothing is sent to get a message of their own.
 */
final class CreditNews {
    private final Credits credits;
    private final Deque<Peer> due = new ArrayDeque<>();

    CreditNews(Credits credits) {
        this.credits = credits;
    }

    void add(Peer source) {
        if (!source.creditDue) {
            source.creditDue = true;
            due.add(source);
        }
    }

    /** Sends what is due, as far as there is room. */
    void send(Datagrams datagrams, int self) {
        while (!due.isEmpty()) {
            Peer source = due.peek();
            boolean knows = source.isGone() || source.told == source.granted;
            SendSlot slot = knows ? null : datagrams.take();
            if (slot == null && !knows) {
                return;
            }
            due.remove();
            source.creditDue = false;
            if (slot != null) {
                int limit = credits.tell(source);
                MessageHeader.write(datagrams.memory(), slot.offset, self, 0, limit);
                datagrams.send(slot, source, source.credit);
            }
        }
    }
}
