package musubi.verbs.adapter;

import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.SendWorkRequest;

/**
 * Posted sends, oldest first, in a ring. Sends complete in order; a slot is freed when the program
 * polls a completion at or after it, as on hardware, so a queue of only unsignalled sends fills up
 * permanently.
 *
 * <pre>
 *        head            next             tail
 *   free  | in flight     | to be sent     | free
 * </pre>
 */
public final class SendQueue implements CompletionEntry.SlotOwner {
    private final SendEntry[] ring;
    private long head;
    private long next;
    private long tail;
    private int slotsInUse;
    private int silentSlots;
    private int readsInFlight;

    SendQueue(QueueLimits limits) {
        ring = new SendEntry[limits.sends()];
        for (int i = 0; i < ring.length; i++) {
            ring[i] = new SendEntry(limits);
        }
    }

    boolean isFull() {
        return slotsInUse == ring.length;
    }

    void add(SendWorkRequest request) {
        at(tail).take(request);
        tail++;
        slotsInUse++;
    }

    boolean isEmpty() {
        return head == tail;
    }

    boolean hasUnsent() {
        return next < tail;
    }

    /** The oldest send that is not complete. */
    SendEntry oldest() {
        return at(head);
    }

    /** The next send to transmit. */
    SendEntry unsent() {
        return at(next);
    }

    /** Reads and atomics sent and not answered. */
    int readsInFlight() {
        return readsInFlight;
    }

    /** Marks {@link #unsent} as sent completely. */
    void advance() {
        if (unsent().opcode().returnsData()) {
            readsInFlight++;
        }
        next++;
    }

    /** Marks all incomplete sends for retransmission. */
    void rewind() {
        next = head;
        readsInFlight = 0;
    }

    /** Removes the oldest send without a completion; a later completion frees its slot. */
    void completeSilently() {
        removeOldest();
        silentSlots++;
    }

    /** Removes the oldest send; returns the number of slots that its completion frees. */
    int completeSignalled() {
        removeOldest();
        int slots = silentSlots + 1;
        silentSlots = 0;
        return slots;
    }

    /** The program has seen a completion. */
    public void release(int slots) {
        slotsInUse -= slots;
    }

    void clear() {
        head = tail;
        next = tail;
        slotsInUse = 0;
        silentSlots = 0;
        readsInFlight = 0;
    }

    private void removeOldest() {
        if (next == head) {
            next++;
        } else if (oldest().opcode().returnsData()) {
            readsInFlight--;
        }
        oldest().forget();
        head++;
    }

    private SendEntry at(long index) {
        return ring[(int) (index % ring.length)];
    }
}
