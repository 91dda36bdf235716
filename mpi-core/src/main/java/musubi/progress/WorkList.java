package musubi.progress;

/** The operations of a rank that wait for room or for arrivals, in the order they were added. */
public final class WorkList {
    private Operation head;
    private Operation tail;
    private int progressed;

    public WorkList() {}

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return head == null;
    }

    /** Whether whatever there is to do wakes a rank that sleeps. */
    boolean isAnnounced() {
        Operation operation = head;
        while (operation != null && operation.isAnnounced()) {
            operation = operation.nextInWork;
        }
        return operation == null;
    }

    /** Whether nothing in the list finishes without another rank. */
    boolean needsOtherRanks() {
        Operation operation = head;
        while (operation != null && operation.needsAnotherRank()) {
            operation = operation.nextInWork;
        }
        return operation == null;
    }

    /** Adds an operation, unless it is in the list already. */
    public void add(Operation operation) {
        if (operation.listed) {
            return;
        }
        operation.listed = true;
        if (tail == null) {
            head = operation;
        } else {
            tail.nextInWork = operation;
        }
        tail = operation;
    }

    /** The running operation is not finished but has made progress, so the rank does not idle. */
    public void noteProgress() {
        progressed++;
    }

    /**
     * Tries each operation once that was in the list at the start.
     *
     * @return how many were finished or did work
     */
    public int advance() {
        Operation last = tail;
        progressed = 0;
        int finished = 0;
        for (Operation o = head; o != null; ) {
            Operation next = takeFirst();
            boolean wasLast = next == last;
            // Not listed while it runs, so that it may add itself again.
            if (next.advance()) {
                finished++;
            } else {
                add(next);
            }
            o = wasLast ? null : head;
        }
        return finished + progressed;
    }

    private Operation takeFirst() {
        Operation first = head;
        head = first.nextInWork;
        if (head == null) {
            tail = null;
        }
        first.nextInWork = null;
        first.listed = false;
        return first;
    }
}
