package musubi.verbs.transport.engine;

/** Slots in a row; each is in one list at most. */
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

    /** Whether one of them is for a peer that is still there. */
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

    /** Puts a slot back before the others. */
    void addFirst(SendSlot slot) {
        slot.next = first;
        last = first == null ? slot : last;
        first = slot;
    }

    /** Takes the oldest out; null if there is none. */
    SendSlot remove() {
        SendSlot oldest = first;
        if (oldest != null) {
            first = oldest.next;
            oldest.next = null;
        }
        return oldest;
    }

    /** Moves all of another list, which is empty then, to the end of this one. */
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

    /** Moves all of another list, which is empty then, before this one. */
    void addAllFirst(SlotList other) {
        other.addAll(this);
        addAll(other);
    }
}
