package musubi.verbs.adapter;

import musubi.verbs.work.CompletionEntry;
import musubi.verbs.work.QueueLimits;
import musubi.verbs.work.SendWorkRequest;

/**
 * Posted sends, oldest first, in a ring. A send is complete in order; its slot comes free when the
 * program polls a completion at or after it, as on hardware, so a queue of only unsignalled sends
 * fills up for good.
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
        at(tail).copyFrom(request);
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

    /** The next send to go out. */
    SendEntry unsent() {
        return at(next);
    }

    /** Reads and atomics that have left and not been answered. */
    int readsInFlight() {
        return readsInFlight;
    }

    /** Notes that {@link #unsent} has left, all of it. */
    void advance() {
        if (unsent().opcode().returnsData()) {
            readsInFlight++;
        }
        next++;
    }

    /** Sends everything that is not complete again. */
    void rewind() {
        next = head;
        readsInFlight = 0;
    }

    /** Takes the oldest send off without a completion; its slot waits for a later one. */
    void completeSilently() {
        removeOldest();
        silentSlots++;
    }

    /** Takes the oldest send off; returns the slots that its completion frees. */
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
