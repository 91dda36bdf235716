package musubi.verbs.transport.engine;

/** A linked list of slots; each is in at most one list. */
final class SlotList {
    private SendSlot first;
    private SendSlot last;

    boolean isEmpty() {
        return first == null;
    }

    /** The oldest, or null. */
    SendSlot first() {
        return first;
    }

    /** Whether one of them is for a present peer. */
    boolean hasUndelivered() {
        for (SendSlot slot = first; slot != null; slot = slot.next) {
            if (slot.peer.isPresent()) {
                return true;
            }
        }
        return false;
    }

    void add(SendSlot slot) {
        slot.next = null;
        if (first == null) {
            first = slot;
        } else {
            last.next = slot;
        }
        last = slot;
    }

    /** Inserts a slot before the others. */
    void addFirst(SendSlot slot) {
        slot.next = first;
        last = first == null ? slot : last;
        first = slot;
    }

    /** Removes the oldest; null if there is none. */
    SendSlot remove() {
        SendSlot oldest = first;
        if (oldest != null) {
            first = oldest.next;
            oldest.next = null;
        }
        return oldest;
    }

    /** Moves all slots of another list to the end of this one. */
    void addAll(SlotList other) {
        if (other.first == null) {
            return;
        }
        if (first == null) {
            first = other.first;
        } else {
            last.next = other.first;
        }
        last = other.last;
        other.first = null;
    }

    /** Moves all slots of another list before those of this one. */
    void addAllFirst(SlotList other) {
        other.addAll(this);
        addAll(other);
    }
}
