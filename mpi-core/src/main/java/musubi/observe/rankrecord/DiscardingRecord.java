package musubi.observe.rankrecord;

/**
 * The record of a rank that nobody is to look at: it keeps no values and no events, and has no
 * names. A class of its own, so that records that are kept test nothing; it is only loaded when
 * there is such a rank.
 */
public final class DiscardingRecord extends RankRecord {
    /** Of this rank. */
    public DiscardingRecord(Owner owner) {
        super(newMemory(), owner);
    }

    @Override
    public int counterAt(String name, String unit, CounterKind kind) {
        return 0;
    }

    @Override
    public void add(int place, long amount) {}

    @Override
    public void addMessage(int place, long bytes) {}

    @Override
    public void set(int place, long value) {}

    @Override
    public void raiseTo(int place, long value) {}

    @Override
    public void addQuickEvent(int kind, int peer, int tag, int context, int detail, long amount) {}

    @Override
    public long addEvent(int kind, int peer, int tag, int context, int detail, long amount) {
        return 0;
    }
}
