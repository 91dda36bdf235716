package musubi.observe;

/**
 * The record of a rank that nobody is to look at: it keeps no values and no events, and has no
 * names. A class of its own, so that records that are kept test nothing; it is only loaded when
 * there is such a rank.
 */
final class NoRecord extends RankRecord {
    /** Of this rank. */
    NoRecord(Owner owner) {
        super(newMemory(), owner);
    }

    @Override
    int place(String name, String unit, CounterKind kind) {
        return 0;
    }

    @Override
    void add(int place, long amount) {}

    @Override
    void addMessage(int place, long bytes) {}

    @Override
    void set(int place, long value) {}

    @Override
    void raise(int place, long value) {}

    @Override
    void quickEvent(int kind, int peer, int tag, int context, int detail, long amount) {}

    @Override
    long event(int kind, int peer, int tag, int context, int detail, long amount) {
        return 0;
    }
}
